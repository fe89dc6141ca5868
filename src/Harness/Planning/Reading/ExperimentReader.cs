using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Reads the entries of <c>experiments</c>, and checks them against the catalogue if there is one. One reader reads all entries of a profile, since their names must differ.</summary>
internal sealed class ExperimentReader
{
    private static readonly Member NameMember = Member.Required("name", Formats.Name());
    private static readonly Member WorkloadMember = Member.Required("workload", Formats.Text);
    private static readonly Member ParameterLists = Member.Optional("parameters", ParametersReader.Format);
    private static readonly Member Baseline = Member.Optional("baseline", SideReader.Format);
    private static readonly Member CandidateList = Member.Optional("candidates", Formats.ListOf(SideReader.Format));
    private static readonly Member LoadList = Member.Optional("loads", Formats.ListOf(LoadFormat.Format));
    private static readonly Member PressureList = Member.Optional("pressures", Formats.ListOf(PressureReader.Format));
    private static readonly Member GcList = Member.Optional("gcSettings", Formats.ListOf(GcSettingsReader.Format));
    private static readonly Member GateList = Member.Optional("gates", Formats.ListOf(GateReader.Format, mayBeEmpty: true));
    private static readonly Member Runtimes = Member.Optional("runtimes", Formats.ListOf(RuntimeReader.Format));
    private static readonly Member Crossover = Member.Optional("crossover", CrossoverReader.Format);

    private readonly ValueReader values;
    private readonly IReadOnlyList<WorkloadDescription>? workloads;
    private readonly Distinct names;
    private readonly NamedSettings<PressureSettings> pressures;
    private readonly NamedSettings<GcSettings> gcSettings;

    /// <summary>An experiment.</summary>
    public static Format Format { get; } = Formats.Object(
        [NameMember, WorkloadMember, ParameterLists, Baseline, CandidateList, LoadList, PressureList, GcList, GateList, Runtimes, RuntimeReader.Compiler, Crossover]);

    public ExperimentReader(ValueReader values, Catalogue? catalogue)
    {
        (this.values, workloads) = (values, catalogue?.Workloads);
        names = new Distinct(values.Errors, "experiment");
        pressures = new NamedSettings<PressureSettings>(values.Errors, "pressure");
        gcSettings = new NamedSettings<GcSettings>(values.Errors, "GC settings");
        foreach (var preset in PressureSettings.Presets) pressures.Reserve(preset.Name, preset);
        gcSettings.Reserve(GcSettings.Default.Name, GcSettings.Default);
        // The planner's own comparisons have this prefix.
        names.Check(default, LoadOverhead.Experiment);
    }

    /// <summary>The experiment, with defaults for what is wrong; null when it is not an object.</summary>
    public Experiment? Read(JsonMember entry)
    {
        if (ObjectReader.Over(entry.Value, "experiment", values) is not { } members) return null;
        var name = Name(members.Take(NameMember));
        var workload = Workload(members.Take(WorkloadMember));
        var parameters = members.Take(ParameterLists);
        var compiler = members.Value(RuntimeReader.Compiler);
        var runtimes = new RuntimeReader(values).Read(members.Take(Runtimes), compiler);
        var (groups, sides) = Sides(entry, members, workload, (runtimes, compiler));
        string[] names = [.. groups.SelectMany(group => group.Candidates.Prepend(group.Baseline)).Distinct(StringComparer.Ordinal)];
        string[] variants = [.. names.Select(name => sides.FirstOrDefault(side => side.Id == name)?.Variant ?? name).Distinct(StringComparer.Ordinal)];
        var experiment = new Experiment(
            name,
            workload?.Id ?? "",
            workload is null ? new Dictionary<string, IReadOnlyList<string>>() : new ParametersReader(values).Read(parameters, workload, variants, sides),
            groups is [var first, ..] ? first.Baseline : "",
            groups is [var one, ..] ? one.Candidates : [],
            Loads(members.Take(LoadList)),
            Pressures(members.Take(PressureList)),
            Gc(members.Take(GcList)),
            []);
        var gates = members.Take(GateList);
        experiment = experiment with
        {
            Runtimes = runtimes,
            Further = groups.Count > 1 ? [.. groups.Skip(1)] : null,
            Sides = sides.Count == 0 ? null : sides,
        };
        experiment = experiment with { Gates = Gates(gates, experiment, workload) };
        if (sides.Count > 0 && sides.All(side => side.Runtime is not null)) RefuseUnused(members.Take(Runtimes), "runtime");
        if (sides.Count > 0 && sides.All(side => side.Pressure is not null)) RefuseUnused(members.Take(PressureList), "pressure");
        foreach (var side in sides)
        {
            if (side.Pressure is { } pressure) pressures.Check(entry.Value.At, pressure.Name, pressure);
            if (side.Gc is { } gc) gcSettings.Check(entry.Value.At, gc.Name, gc);
        }

        var crossover = members.Take(Crossover);
        experiment = WithoutSwept(experiment, workload, parameters, crossover);
        // Its axis may be a parameter of a workload.
        if (workloads is not null) experiment = experiment with { Crossover = new CrossoverReader(values, workload).Read(crossover, experiment) };
        members.RefuseOthers();
        return experiment;
    }

    private void RefuseUnused(JsonMember? member, string what)
    {
        if (member is not null) values.Errors.Add(member.Value.At, $"every side names its own {what}, so this one is not measured: leave it out, or leave out that of a side");
    }

    // A benchmark class is measured with every value unless a list names some. The swept parameter has its steps instead.
    private static Experiment WithoutSwept(Experiment experiment, WorkloadDescription? workload, JsonMember? lists, JsonMember? crossover)
    {
        if (crossover?.Value is not JsonTree.Object settings || settings["axis"] is not JsonTree.Text { Value: var axis }) return experiment;
        var swept = workload?.Parameters.FirstOrDefault(parameter => axis == CrossoverSettings.ParameterPrefix + parameter.Name);
        if (swept is null || (lists?.Value is JsonTree.Object given && given[swept.Name] is not null)) return experiment;
        return experiment with { Parameters = new Dictionary<string, IReadOnlyList<string>>(experiment.Parameters, StringComparer.Ordinal) { [swept.Name] = [swept.Default] } };
    }

    private string Name(JsonMember? member)
    {
        var name = values.Name(member);
        if (member is not null) names.Check(member.Value.At, name);
        return name ?? "";
    }

    private WorkloadDescription? Workload(JsonMember? member)
    {
        if (workloads is null)
        {
            values.Text(member);
            return null;
        }

        if (member?.Value is JsonTree.Text { Value: var name } && Spelling.Workload(name, workloads) is { } named)
        {
            if (!member.Value.At.IsArgument || named.ClassName is not null || Spelling.ClassLike(name, workloads) is not { } own) return named;
            values.Errors.Add(member.Value.At, $"{Printable.Quote(name)} is a built-in workload, and the class {Printable.Text(own.ClassName!)} is called so too: write {Printable.Text(own.Id)} for the class, or leave out its project or plug-in");
            return null;
        }

        if (member?.Value is JsonTree.Text { Value: var several } && Spelling.Classes(several, workloads) is { Count: > 1 } classes)
            values.Errors.Add(member.Value.At, $"{Printable.Quote(several)} is the name of {classes.Count} classes: write {Suggestion.Choice([.. classes.Select(known => $"{known.Id} for {known.ClassName}")])}");
        else
            values.Known(member, "workload", Spelling.Offered(workloads));
        return null;
    }

    private (IReadOnlyList<VariantGroup> Groups, IReadOnlyList<SideSettings> Sides) Sides(
        JsonMember entry, ObjectReader members, WorkloadDescription? workload, (IReadOnlyList<RuntimeSettings>? Runtimes, HostCompiler Compiler) usual)
    {
        var (baseline, candidates) = (members.Take(Baseline), members.Take(CandidateList));
        if (workloads is null) return ([], Unchecked(baseline, candidates, usual.Compiler));
        if (!SideGroupReader.IsMeant(baseline, candidates)) return (Groups(entry, members, workload), []);
        return workload is null ? ([], []) : new SideGroupReader(values, workload, usual.Runtimes, usual.Compiler).Read(baseline, candidates);
    }

    // The baseline first. Which variants there are is not known yet.
    private List<SideSettings> Unchecked(JsonMember? baseline, JsonMember? candidates, HostCompiler compiler)
    {
        var reader = new SideReader(values, workload: null, compiler);
        var read = (values.Items(candidates) ?? []).Prepend(baseline).Select(side => side switch
        {
            null => new SideSettings("", ""),
            { Value: JsonTree.Object } => reader.Read(side, variant: null),
            _ => values.Text(side) is { } variant ? new SideSettings(variant, variant) : null,
        }).OfType<SideSettings>().ToList();
        return SideGroupReader.IsMeant(baseline, candidates) ? read : [];
    }

    // When the workload marks baselines, an experiment need not name any: each is compared with the others of its group.
    private IReadOnlyList<VariantGroup> Groups(JsonMember entry, ObjectReader members, WorkloadDescription? workload)
    {
        var at = entry.Value.At;
        if (workload?.Variants.Any(variant => variant.IsBaseline) == true)
        {
            var (baseline, candidates) = (members.Take(Baseline), members.Take(CandidateList));
            if (baseline is null) return candidates is null ? AllMarked(at, workload) : WithTheirBaselines(candidates, workload);
            return Named(baseline, candidates ?? OthersOfItsGroup(at, baseline, workload), workload);
        }

        if (!at.IsArgument || members.Take(Baseline) is not null)
            return Named(members.Take(Baseline with { IsRequired = true }), members.Take(CandidateList with { IsRequired = true }), workload);
        members.Take(CandidateList);
        // What is unknown has no variants to name.
        if (workload is null) return [];
        values.Errors.Add(new Place("<baseline>"), $"{Printable.Quote(workload.Id)} marks no variant that can be measured as the baseline: name one, and then the candidate; there are {Suggestion.Choice([.. workload.Variants.Select(variant => variant.Id)])}");
        return [];
    }

    private IReadOnlyList<VariantGroup> AllMarked(Place at, WorkloadDescription workload)
    {
        var groups = MarkedGroups.Of(workload);
        if (groups.Count == 0) values.Errors.Add(at, $"{Printable.Quote(workload.Id)} has nothing to compare: no group of it has a variant beside its baseline");
        return groups;
    }

    private static JsonMember OthersOfItsGroup(Place at, JsonMember baseline, WorkloadDescription workload)
    {
        var id = baseline.Value is JsonTree.Text { Value: var name } ? Spelling.Variant(name, workload) : null;
        var others = workload.Variants.FirstOrDefault(variant => variant.Id == id) is { } named ? MarkedGroups.Others(workload, named) : [];
        return new JsonMember("candidates", at, new JsonTree.List(at, [.. others.Select(other => new JsonTree.Text(at, other.Id))]));
    }

    private IReadOnlyList<VariantGroup> WithTheirBaselines(JsonMember candidates, WorkloadDescription workload)
    {
        var read = Candidates(candidates, baseline: null, workload);
        var pairs = new List<(string Baseline, string Candidate)>();
        foreach (var (item, candidate) in read)
        {
            if (candidate is null) return [];
            var baselines = MarkedGroups.BaselinesOf(workload, candidate);
            if (baselines.Count == 0) values.Errors.Add(item.Value.At, $"{Printable.Quote(candidate)} is in a group without a baseline: name the one to compare it with, too");
            if (baselines.Contains(candidate)) RefuseBaseline(item, candidate);
            pairs.AddRange(baselines.Select(baseline => (baseline, candidate)));
        }

        return [.. pairs.GroupBy(pair => pair.Baseline, pair => pair.Candidate, StringComparer.Ordinal).Select(group => new VariantGroup(group.Key, [.. group]))];
    }

    // Empty when any is wrong, so that gates on them cause no further errors.
    private IReadOnlyList<VariantGroup> Named(JsonMember? baselineMember, JsonMember? candidatesMember, WorkloadDescription? workload)
    {
        var baseline = values.Variant(baselineMember, workload);
        var candidates = Candidates(candidatesMember, baseline, workload).Select(read => read.Candidate).ToList();
        return baseline is null || candidates.Count == 0 || candidates.Contains(null) ? [] : [new VariantGroup(baseline, [.. candidates.OfType<string>()])];
    }

    private List<(JsonMember Item, string? Candidate)> Candidates(JsonMember? member, string? baseline, WorkloadDescription? workload)
    {
        var read = (values.Items(member) ?? []).Select(item => (Item: item, Candidate: values.Variant(item, workload))).ToList();
        var distinct = new Distinct(values.Errors, "candidate");
        foreach (var (item, candidate) in read)
        {
            if (candidate is not null && candidate == baseline) RefuseBaseline(item, candidate);
            // Compared by variant: a name may be spelt in several ways.
            distinct.Check(item.Value.At, candidate ?? (item.Value as JsonTree.Text)?.Value);
        }

        return read;
    }

    // In a profile this is a mistake. On the command line it asks for the noise of a variant.
    private void RefuseBaseline(JsonMember item, string candidate)
    {
        if (!item.Value.At.IsArgument) values.Errors.Add(item.Value.At, $"the baseline {Printable.Quote(candidate)} is among the candidates");
    }

    private List<LoadSettings> Loads(JsonMember? member)
    {
        var distinct = new Distinct(values.Errors, "load");
        return Entries(member, new LoadSettings.Sequential(), item => LoadFormat.Read(values, item), (at, load) => distinct.Check(at, load.Slug));
    }

    private List<PressureSettings> Pressures(JsonMember? member)
    {
        var distinct = new Distinct(values.Errors, "pressure");
        return Entries(member, PressureSettings.Calm, new PressureReader(values).Read, (at, pressure) =>
        {
            distinct.Check(at, pressure.Name);
            pressures.Check(at, pressure.Name, pressure);
        });
    }

    private List<GcSettings> Gc(JsonMember? member)
    {
        var distinct = new Distinct(values.Errors, "GC settings");
        return Entries(member, GcSettings.Default, new GcSettingsReader(values).Read, (at, settings) =>
        {
            distinct.Check(at, settings.Name);
            gcSettings.Check(at, settings.Name, settings);
        });
    }

    private List<T> Entries<T>(JsonMember? member, T fallback, Func<JsonMember, T?> read, Action<Place, T> check)
        where T : class
    {
        if (values.Items(member) is not { } items) return [fallback];
        var entries = new List<T>();
        foreach (var item in items)
        {
            if (read(item) is not { } entry) continue;
            check(item.Value.At, entry);
            entries.Add(entry);
        }

        return entries;
    }

    private IReadOnlyList<GateSettings> Gates(JsonMember? member, Experiment experiment, WorkloadDescription? workload)
    {
        var reader = new GateReader(values, new SideNames(experiment, workload));
        return [.. (values.Items(member, mayBeEmpty: true) ?? []).Select(reader.Read).OfType<GateSettings>()];
    }
}
