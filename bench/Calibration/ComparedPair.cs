using AsyncLoad.Benchmarks;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Calibration;

/// <summary>Two methods that are compared: variants of one workload with the same parameters.</summary>
/// <param name="Baseline">What ratios divide by.</param>
/// <param name="Candidate">What is judged.</param>
internal sealed record ComparedPair(Subject Baseline, Subject Candidate)
{
    private static readonly string[] ChainParameters =
        ["deep=true,result=string", "deep=true,result=decimal", "deep=false,result=string", "deep=false,result=decimal"];

    /// <summary>What a filter matches and a table shows: <c>call-chain deep=true,result=string await-task await-value-task</c>.</summary>
    public string Name => string.Join(' ', new[] { Baseline.Workload, Baseline.Parameters, Baseline.Variant, Candidate.Variant }.Where(part => part.Length > 0));

    /// <summary>
    /// What is calibrated: the published baseline against every other row that completes, and Task against ValueTask in the same style.
    /// </summary>
    public static IReadOnlyList<ComparedPair> Calibrated { get; } =
    [
        .. ChainParameters.SelectMany(parameters => From("call-chain", parameters, "direct-call", "direct-task", "await-task", "direct-value-task", "await-value-task")
            .Concat(From("call-chain", parameters, "direct-task", "direct-value-task"))
            .Concat(From("call-chain", parameters, "await-task", "await-value-task"))),
        .. From("stock-prices", "", "sync", "sync-over-async", "task", "value-task", "value-task-split", "value-task-split-capturing"),
        .. From("stock-prices", "", "task", "value-task"),
        // Where nothing suspends: otherwise the time is that of one thread waiting for another, which a load keeps on cores of their own and BenchmarkDotNet does not.
        .. From("wrapping", "probability=1,result=decimal", "async-task-over-task", "async-value-task-over-value-task"),
        .. From("wrapping", "probability=1,result=decimal", "task-over-task", "value-task-over-value-task"),
    ];

    /// <summary>Ten comparisons of twenty methods, none of which serves two: nobody can spare one.</summary>
    public static IReadOnlyList<ComparedPair> Ten { get; } =
    [
        .. ChainParameters.SelectMany(parameters => From("call-chain", parameters, "await-task", "await-value-task").Concat(From("call-chain", parameters, "direct-task", "direct-value-task"))),
        .. From("stock-prices", "", "task", "value-task"),
        .. From("stock-prices", "", "sync-over-async", "value-task-split"),
    ];

    /// <summary>The methods of some comparisons, each once, in the order in which they come first.</summary>
    public static IReadOnlyList<Subject> SubjectsOf(IEnumerable<ComparedPair> pairs) =>
        [.. pairs.SelectMany(pair => new[] { pair.Baseline, pair.Candidate }).Distinct()];

    /// <summary>Two variants of <c>call-chain</c>, deep, string.</summary>
    public static ComparedPair Chain(string baseline, string candidate) => From("call-chain", ChainParameters[0], baseline, candidate).Single();

    /// <summary>The same comparison as AsyncLoad measures it, calm.</summary>
    public Comparison ToComparison(LoadSettings load) => ToComparison(load, PressureSettings.Calm);

    /// <summary>The same comparison as AsyncLoad measures it.</summary>
    public Comparison ToComparison(LoadSettings load, PressureSettings pressure)
    {
        return new Comparison(Name, 1, Name, Cell(Baseline), Cell(Candidate), []);

        Cell Cell(Subject subject) => new(Name, subject.Workload, subject.Variant, subject.Values(), load, pressure, GcSettings.Default);
    }

    private static IEnumerable<ComparedPair> From(string workload, string parameters, string baseline, params IEnumerable<string> candidates) =>
        candidates.Select(candidate => new ComparedPair(new Subject(workload, baseline, parameters), new Subject(workload, candidate, parameters)));
}
