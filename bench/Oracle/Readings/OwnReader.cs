using AsyncLoad.Host;
using AsyncLoad.Host.Plugins;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Oracle.Readings;

/// <summary>Asks the measured process's own code: the catalogue that it describes, and each cell set up, called and torn down as in a run.</summary>
internal sealed class OwnReader(string path)
{
    /// <summary>Every class that it offers or refuses.</summary>
    public IEnumerable<Reading> Read()
    {
        var plugin = LoadedPlugin.All(new PluginSet([new PluginFile(path, 1, "00")]), [], PluginFolder.Enter).Single();
        if (plugin.Failure is { } failure) throw new InvalidOperationException(failure);
        return plugin.Offers.Select(Read);
    }

    private static Reading Read(Offer offer)
    {
        try
        {
            var (workload, leftOut) = offer.Make();
            var refusals = leftOut.Select(one => (one.Name, one.Reason)).ToList();
            if (workload is not BenchmarkWorkload benchmarks) return Refused(offer.Name, refusals);
            var description = benchmarks.AddTo(CatalogueDescription.Of(benchmarks));
            if (DescriptionRefusals.Problem(description) is { } problem) return Refused(offer.Name, [.. refusals, (offer.Name, problem)]);
            return ReadCells(offer.Name, benchmarks, description, refusals);
        }
        catch (Exception exception)
        {
            // As the measured process does: a class that cannot be read is left out with the reason.
            return Refused(offer.Name, [(offer.Name, PluginFault.Reason(exception))]);
        }
    }

    private static Reading Refused(string name, IEnumerable<(string Name, string Reason)> refusals) => new(name, refusals.ToLookup(one => one.Name, one => one.Reason), [], []);

    private static Reading ReadCells(string name, BenchmarkWorkload workload, WorkloadDescription description, List<(string Name, string Reason)> refusals)
    {
        var recording = new Recording(workload.Type.Assembly);
        var (methods, runs) = (new List<MethodReading>(), new List<Run>());
        foreach (var (variant, described) in workload.Variants.Zip(description.Variants))
        {
            var calls = Combinations(description, described).Select(parameters => RunOne(recording, workload, new Cell(
                "c", workload.Id, variant.Id, parameters, new LoadSettings.Sequential(), PressureSettings.Calm, GcSettings.Default))).ToList();
            var method = calls.SelectMany(call => call.Notes).Select(CalledMethod).OfType<string>().FirstOrDefault() ?? $"{name}.{variant.Id}";
            methods.Add(new MethodReading(
                method,
                variant.Summary.Replace(FormattableString.Invariant($", {variant.OperationsPerCall} operations per call"), "", StringComparison.Ordinal),
                variant.IsBaseline,
                variant.OperationsPerCall,
                string.Join(", ", description.Parameters.Select(parameter => parameter.Name).Where(parameter => parameter != description.ArgumentsParameter).Order(StringComparer.Ordinal))));
            runs.AddRange(calls.Select(call => call with { Method = method }));
        }

        return new Reading(name, refusals.ToLookup(one => one.Name, one => one.Reason), methods, runs);
    }

    // As a comparison of one method takes them: every value of every parameter, and of the arguments its own.
    private static IEnumerable<IReadOnlyDictionary<string, string>> Combinations(WorkloadDescription workload, VariantDescription variant) => workload.Parameters.Aggregate(
        (IEnumerable<Dictionary<string, string>>)[new Dictionary<string, string>(StringComparer.Ordinal)],
        (sets, parameter) =>
        {
            var values = parameter.Name != workload.ArgumentsParameter ? parameter.Values : variant.Arguments ?? [parameter.Default];
            return sets.SelectMany(set => values.Select(value => new Dictionary<string, string>(set, StringComparer.Ordinal) { [parameter.Name] = value }));
        });

    // Called twice: by the value check, and by the load.
    private static Run RunOne(Recording recording, BenchmarkWorkload workload, Cell cell)
    {
        recording.Take();
        try
        {
            using (var prepared = PreparedCell.Create(new HostRequest.Prepare(cell, new PluginSet([], IgnoreValues: true)), workload, null)) prepared.Slices.Count(1);
            return new Run("", recording.Take(), null);
        }
        catch (RequestRefusedException exception)
        {
            return new Run("", recording.Take(), exception.Message, IsRefused: true);
        }
        catch (WorkloadFailedException exception)
        {
            return new Run("", recording.Take(), exception.ToString());
        }
    }

    // "call Class0001.M11*(…"
    private static string? CalledMethod(string note) =>
        note.StartsWith("call ", StringComparison.Ordinal) ? note["call ".Length..note.IndexOf('(', StringComparison.Ordinal)].TrimEnd(Grammar.ResultKind.Consumed) : null;
}
