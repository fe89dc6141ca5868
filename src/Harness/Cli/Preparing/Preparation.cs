using System.Globalization;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Gates;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Harness.Planning.SelfChecks;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Everything that is known before anything is measured.</summary>
/// <param name="Catalogue">What can be measured.</param>
/// <param name="Profile">The resolved profile.</param>
/// <param name="Plan">What will be measured.</param>
/// <param name="Forced">Why the machine is refused, where the request measures anyway; null when it is not.</param>
/// <param name="Against">The reference run; null for none.</param>
/// <param name="Unfinished">What an interrupted run has measured already; null for a new run.</param>
internal sealed record Prepared(
    Catalogue Catalogue, Profile Profile, Plan Plan, string? Forced = null, ReferenceRun? Against = null, RunEvidence? Unfinished = null);

/// <summary>Request → catalogue → profile → plan, for every command that needs them.</summary>
internal sealed class Preparation(CliServices services)
{
    private const int MostErrors = 20;

    /// <summary>The plan.</summary>
    /// <exception cref="CommandFailedException">There is none.</exception>
    public async Task<Prepared> PrepareAsync(RunRequest request, CancellationToken cancellation)
    {
        var file = request.Subject is RunSubject.ProfileFile subject ? await ProfileFile.ReadAsync(subject.Path, services.ProfileFolder, cancellation) : null;
        if (file?.Problem is { } problem) throw new CommandFailedException(ExitCode.BadArguments, problem);
        try
        {
            var against = request.Against is { } earlier ? ReferenceRun.Read(earlier) : null;
            var prepared = await PrepareAsync(request, file?.Content, cancellation);
            if (against is null) return prepared;
            WarnUnlessCounted(prepared.Plan);
            // Said before an hour is measured.
            foreach (var other in OtherMachine.NotTheSame(prepared.Plan, against.Run, MachineProbe.Read().Id)) await services.Terminal.Error.WriteLineAsync($"warning: --against: {Printable.Text(other)}");
            if (OtherMachine.Warning(prepared.Plan, against.Run, MachineProbe.Read().Id) is { } undecided) await services.Terminal.Error.WriteLineAsync($"warning: --against: {undecided}");
            foreach (var doubt in against.Run.Problems) services.Terminal.Error.WriteLine($"warning: --against: {Printable.Text(doubt)}");
            return prepared with { Against = against };
        }
        catch (UnreadableRunException unreadable)
        {
            throw new CommandFailedException(ExitCode.BadArguments, $"{(request.Subject is RunSubject.Unfinished ? "--resume" : "--against")}: {unreadable.Message}");
        }
    }

    private async Task<Prepared> PrepareAsync(RunRequest request, byte[]? content, CancellationToken cancellation)
    {
        if (request.Subject is RunSubject.Unfinished unfinished)
        {
            var run = UnfinishedRun.Read(unfinished.Folder);
            if (JobPlaces.Gone(run.Evidence.Manifest.Plan.SideBySide, services.Topology()) is { } gone) throw new CommandFailedException(ExitCode.Refused, $"{unfinished.Folder} cannot be resumed: {gone}");
            return Checked(run.Prepare(await services.DescribeAsync(run.Plugins, cancellation), request.Forced), request.Forced);
        }

        RuntimeReport.CheckRoot(request.DotnetRoot);
        var sources = Sources(request, content);
        var asked = Asked(request, content);
        var before = Builds(asked, sources) ? ReadBeforeBuilding(request, asked, content) : null;
        // Commits and plug-ins of sides are looked for before any of them is built, and so before other projects are.
        var builds = await FindBuildsAsync(request, asked, sources, before, cancellation);
        var found = sources.OthersToo ? await new PluginFinder(services.Terminal, sources.Framework).FindAsync(asked, cancellation) : null;
        // When every side has its own build, the first one stands for failures and settings below.
        var own = sources.OthersToo ? await services.DescribeAsync(found, cancellation) : builds[0].Catalogue;
        var catalogue = BuildRefusals.Union(own, builds);
        if (request.Subject is RunSubject.SelfCheck check) return Checked(Prepare(check, request.Options, catalogue), request.Forced);
        var reading = GateArgument.Add(request.Gates ?? [], Read(request, content, catalogue), catalogue);
        foreach (var failure in PluginReport.Failures(catalogue)) Tell(failure, goesOn: reading.Profile is not null);
        var profile = reading.Profile ?? throw Invalid(reading.Errors, catalogue);
        foreach (var note in Notes(catalogue, profile, request.Subject is RunSubject.Pair)) await services.Terminal.Error.WriteLineAsync($"note: {note}");
        var plugins = HostCatalogue.Sound(found, own);
        var runtimes = await FindRuntimesAsync(RuntimeRefusals.Named(profile, builds), request.DotnetRoot, plugins, cancellation);
        return Planner.Make(profile, catalogue, request.Options with { Plugins = plugins, Runtimes = runtimes, Builds = builds, Places = new JobPlaces(services).Of(request, profile) }) switch
        {
            PlanOutcome.Made made => Checked(Warned(Chosen(made, catalogue), request), request.Forced),
            PlanOutcome.Empty empty => throw new CommandFailedException(ExitCode.NothingRan, empty.Message),
            PlanOutcome.Refused refused => throw new CommandFailedException(ExitCode.ProfileInvalid, refused.Message),
            var other => throw new InvalidOperationException($"no way to handle {other}"),
        };
    }

    private static PluginRequest Asked(RunRequest request, byte[]? content)
    {
        var asked = request.Plugins ?? PluginRequest.None;
        return request.Subject is RunSubject.ProfileFile file ? asked.With(file.Path, ProfilePlugins.Of(file.Path, content)) : asked;
    }

    private static bool Builds(PluginRequest asked, SideSources sources) =>
        sources.All.Any(source => source.Plugin is null) || asked.Projects.Count > 0 || asked.OfProfile.Any(PluginFinder.IsProject);

    // A build may take minutes. What is wrong whatever it gives is told first; names of workloads and variants come from it.
    private static Profile ReadBeforeBuilding(RunRequest request, PluginRequest asked, byte[]? content)
    {
        PluginFinder.RequireThere(asked);
        var reading = Read(request, content, catalogue: null);
        if (reading.Profile is not { } profile) throw Invalid(reading.Errors, null);
        if (RuntimeReport.NoneFor(profile, request.DotnetRoot) is { } missing) throw new CommandFailedException(ExitCode.NothingRan, $"no comparison can be measured: {missing}");
        return profile;
    }

    private static IEnumerable<string> Notes(Catalogue catalogue, Profile profile, bool isPair) =>
        [.. ProjectSettings.Notes(catalogue, isPair), .. ProjectSettings.OfJobs(catalogue, profile, isPair), .. PluginReport.PassedOver(catalogue, profile)];

    private static SideSources Sources(RunRequest request, byte[]? content) => request.Subject switch
    {
        RunSubject.ProfileFile file => SideSources.Of(file.Path, content),
        RunSubject.Pair pair => ProfileSource.Sources(pair.Asked),
        _ => SideSources.None,
    };

    private async Task<IReadOnlyList<BuildOffer>> FindBuildsAsync(RunRequest request, PluginRequest asked, SideSources sources, Profile? before, CancellationToken cancellation)
    {
        if (sources.All.Count == 0) return [];
        var profile = (request.Subject as RunSubject.ProfileFile)?.Path;
        var folder = profile is null ? Environment.CurrentDirectory : Path.GetDirectoryName(Path.GetFullPath(profile))!;
        string[] projects = [.. asked.OfProfile.Where(PluginFinder.IsProject), .. asked.Projects.Select(Path.GetFullPath)];
        if (!sources.OthersToo && asked.Files.Count > 0) throw new CommandFailedException(ExitCode.BadArguments, "--plugin: every side has its own build, so the plug-in would not be measured: leave it out, or name it for a side by plugin=…");
        if (projects.Length > 1) throw new CommandFailedException(ExitCode.BadArguments, "several projects are named: say for each side which one it is built from, by project=…");
        return await new SideBuilds(services, asked, sources.Framework).FindAsync(sources, projects.FirstOrDefault(), folder, before?.Experiments ?? [], cancellation);
    }

    private async Task<List<RuntimeOffer>?> FindRuntimesAsync(IReadOnlyList<(RuntimeSettings Runtime, CodeBuild? Build)> named, string? root, PluginSet? plugins, CancellationToken cancellation)
    {
        if (named.Count == 0) return null;
        var offers = new List<RuntimeOffer>();
        foreach (var (runtime, build) in named) offers.Add(await services.FindRuntime(runtime, root, build?.Plugins ?? plugins, cancellation) with { Build = build });
        return offers;
    }

    private static Prepared Prepare(RunSubject.SelfCheck check, PlanOptions options, Catalogue catalogue)
    {
        var (profile, whole) = SelfCheckPlan.Make(check.Size, catalogue, options.Seed ?? SelfCheckPlan.DefaultSeed);
        var plan = options.Shard is { } shard ? Sharding.Share(whole, shard, new HashSet<string>()) ?? throw new CommandFailedException(ExitCode.NothingRan, Sharding.Empty(shard)) : whole;
        return new Prepared(catalogue, profile, plan);
    }

    private static ProfileReading Read(RunRequest request, byte[]? content, Catalogue? catalogue) => request.Subject switch
    {
        RunSubject.ProfileFile file => ProfileReader.Read(file.Path, content, catalogue, request.Overrides),
        RunSubject.Pair pair => ProfileSource.Compare(pair.Asked, catalogue, request.Overrides),
        var other => throw new InvalidOperationException($"no way to read {other}"),
    };

    // --force replaces neither a missing engine nor imprecise timers.
    private Prepared Checked(Prepared prepared, bool forced)
    {
        if (EngineRefusal.Refusal(prepared.Plan, services.NBomberVersion()) is { } engine) throw new CommandFailedException(ExitCode.Refused, engine);
        if (PacingRefusal.Refusal(prepared.Plan, prepared.Catalogue.Unpaced) is { } pacing) throw new CommandFailedException(ExitCode.Refused, pacing);
        string[] refusals =
        [
            .. new[] { prepared.Forced, MemoryRefusal.Refusal(prepared.Plan.Forecast, services.FreeMemory()), PluginReport.Unfit(prepared.Catalogue, prepared.Plan) }.OfType<string>(),
        ];
        if (refusals.Length == 0) return prepared;
        return forced ? prepared with { Forced = string.Join("; ", refusals) } : throw new CommandFailedException(ExitCode.Refused, refusals[0]);
    }

    private Prepared Chosen(PlanOutcome.Made made, Catalogue catalogue)
    {
        if (made.Choice is { } choice) services.Terminal.Error.WriteLine($"note: {choice}");
        return new Prepared(catalogue, made.Profile, made.Plan);
    }

    // A share of a plan need not have what the gates of the whole name.
    private Prepared Warned(Prepared prepared, RunRequest request)
    {
        foreach (var note in PluginReport.Variables(prepared.Plan, Environment.GetEnvironmentVariables().Keys.Cast<string>())) services.Terminal.Error.WriteLine($"note: {note}");
        if (prepared.Plan.Shard is not null || !request.Options.Gated) return prepared;
        foreach (var idle in GateArgument.Idle(request.Gates ?? [], prepared.Plan, prepared.Profile, prepared.Catalogue)) services.Terminal.Error.WriteLine($"warning: --gate: {idle}");
        return prepared;
    }

    // To name a reference run that no gate uses is a mistake.
    private void WarnUnlessCounted(Plan plan)
    {
        if (plan.Comparisons.Any(comparison => comparison.Gates.Any(gate => gate.MaxChange is not null))) return;
        services.Terminal.Error.WriteLine("warning: --against: no planned gate has \"maxChange\", so the reference run is not used; add one, or leave out --against");
    }

    private void Tell(string failure, bool goesOn)
    {
        if (goesOn) services.Terminal.Error.WriteLine($"warning: {failure}; none of its workloads are measured");
        else services.Terminal.WriteError(failure);
    }

    // The rest shows once these are fixed. A file with 300,000 errors is not a profile.
    private static IEnumerable<string> InProfile(IReadOnlyList<ProfileError> errors)
    {
        foreach (var error in errors.Take(MostErrors).Where(error => !error.At.IsArgument)) yield return error.ToString();
        if (errors.Count > MostErrors) yield return string.Create(CultureInfo.InvariantCulture, $"and {errors.Count - MostErrors:N0} more errors");
    }

    private static CommandFailedException Invalid(IReadOnlyList<ProfileError> errors, Catalogue? catalogue)
    {
        // A plug-in that offers nothing is the first problem to fix. An error in an argument counts before errors in the profile.
        var code = (catalogue is not null && PluginReport.Failures(catalogue).Any()) || errors.All(error => !error.At.IsArgument) ? ExitCode.ProfileInvalid : ExitCode.BadArguments;
        // An unknown name may belong to a method that cannot be measured.
        string[] arguments = [.. errors.Take(MostErrors).Where(error => error.At.IsArgument).Select(error => error.ToString())];
        return new CommandFailedException(code, arguments) { Details = [.. InProfile(errors), .. (catalogue is null ? [] : PluginReport.LeftOut(catalogue)).Select(part => $"note: {part}")] };
    }
}
