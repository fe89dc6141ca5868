using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Testing;

/// <summary>
/// A question about code of a test's own assembly, answered by AsyncLoad in processes of their own. Immutable: <c>with</c> changes a copy.
/// Measurements of one process take turns; other tests should not run beside <see cref="CompareAsync"/>.
/// </summary>
public sealed record Measurement
{
    private Measurement(Assembly assembly, string workload, string asked) => (Assembly, Workload, Asked) = (assembly, workload, asked);

    /// <summary>The assembly that the measured processes load: a Release build.</summary>
    public Assembly Assembly { get; }

    /// <summary>Name of the class in question, or what <c>asyncload list workloads --plugin</c> calls the workload.</summary>
    public string Workload { get; }

    /// <summary>What the program is asked for: a short name may be that of another class too, or of a workload that comes with the program.</summary>
    internal string Asked { get; }

    /// <summary>How operations are driven, as <c>asyncload list loads</c> prints it, such as <c>parallelFor</c> or <c>closedLoop-64</c>; default <c>sequential</c>.</summary>
    public string Load { get; init; } = "sequential";

    /// <summary>What else the heap holds and does, as <c>asyncload list pressures</c> prints it; default <c>calm</c>.</summary>
    public string Pressure { get; init; } = "calm";

    /// <summary>Values of parameters, by name; parameters that are left out have their defaults. None by default.</summary>
    public IReadOnlyDictionary<string, string> Parameters { get; init; } = new Dictionary<string, string>();

    /// <summary>Pairs of processes that a comparison rests on; default 6, of about four seconds each, the fewest that <see cref="CompareAsync"/> takes.</summary>
    public int Pairs { get; init; } = 6;

    /// <summary>Whether <see cref="CompareAsync"/> takes benchmark methods that return different values, such as those that return a new <see cref="Guid"/>; it does not by default.</summary>
    public bool IgnoreValues { get; init; }

    /// <summary>The folder that gets a run folder for each measurement; default <c>asyncload-runs</c> beside the test's program.</summary>
    public string RunsFolder { get; init; } = Path.Combine(AppContext.BaseDirectory, "asyncload-runs");

    /// <summary>Why the assembly cannot be measured, for tests that would rather be skipped; null when it can. A Debug build makes other objects than a Release build.</summary>
    public string? Refusal =>
        Assembly.GetCustomAttribute<DebuggableAttribute>() is { IsJITOptimizerDisabled: true }
            ? $"{Assembly.GetName().Name} is a Debug build, whose async methods allocate what a Release build does not: build and test with -c Release"
            : Assembly.Location.Length == 0 ? $"{Assembly.GetName().Name} was not loaded from a file" : null;

    /// <summary>About the methods of a public class that are marked <c>[Benchmark]</c>.</summary>
    /// <typeparam name="TBenchmarks">The class.</typeparam>
    public static Measurement Of<TBenchmarks>()
        where TBenchmarks : class => new(typeof(TBenchmarks).Assembly, typeof(TBenchmarks).Name.Split('`')[0], $"global::{typeof(TBenchmarks)}");

    /// <summary>About the variants of a workload.</summary>
    /// <param name="assembly">The assembly that has it.</param>
    /// <param name="workload">Its id.</param>
    public static Measurement Of(Assembly assembly, string workload)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        ArgumentException.ThrowIfNullOrEmpty(workload);
        return new Measurement(assembly, workload, workload);
    }

    /// <summary>Counts the bytes that a method or variant allocates in one operation, in a few seconds.</summary>
    /// <param name="method">Name of the method, or id of the variant.</param>
    /// <param name="cancellation">Ends the measuring.</param>
    /// <exception cref="MeasurementException">Nothing could be measured.</exception>
    public async Task<MeasuredBytes> BytesAsync(string method, CancellationToken cancellation = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(method);
        // Beside itself: bytes are the same in every pair, so one pair without verdicts tells them.
        string[] quick = ["--set", "measure.looks=[1]", "--set", "measure.verdicts=false", "--set", "measure.slices=4", "--traces", "none"];
        var (result, folder) = await AskAsync(method, method, quick, cancellation);
        return new MeasuredBytes(Name(method), result, folder);
    }

    /// <summary>Measures two methods or variants side by side, in twenty seconds and more.</summary>
    /// <param name="baseline">Name or id of the one that ratios divide by.</param>
    /// <param name="candidate">Name or id of the one that expectations are about.</param>
    /// <param name="cancellation">Ends the measuring.</param>
    /// <exception cref="MeasurementException">Nothing could be measured.</exception>
    public async Task<MeasuredPair> CompareAsync(string baseline, string candidate, CancellationToken cancellation = default)
    {
        ArgumentException.ThrowIfNullOrEmpty(baseline);
        ArgumentException.ThrowIfNullOrEmpty(candidate);
        string[] pairs = ["--pairs", Pairs.ToString(CultureInfo.InvariantCulture), .. IgnoreValues ? new[] { "--ignore-values" } : []];
        var (result, folder) = await AskAsync(baseline, candidate, pairs, cancellation);
        return new MeasuredPair((Name(baseline), Name(candidate)), result, folder);
    }

    private async Task<(ComparisonResult Result, string Folder)> AskAsync(string baseline, string candidate, string[] options, CancellationToken cancellation)
    {
        if (Refusal is { } refusal) throw new MeasurementException(refusal);
        var folder = RunFolder.New(RunsFolder, Workload);
        string[] arguments =
        [
            "compare", Asked, baseline, candidate, "--plugin", Assembly.Location, "--load", Load, "--pressure", Pressure,
            .. Parameters.SelectMany(parameter => new[] { "--parameter", $"{parameter.Key}={parameter.Value}" }),
            .. options,
            "--output", folder, "--quiet", "--no-progress", "--no-color",
        ];
        var ended = await MeasuringProgram.RunAsync(arguments, cancellation);
        if (ended.Code != 0) throw new MeasurementException($"{Name(candidate)} was not measured: {ended.Reason}{RunFolder.Named(folder)}");
        return (RunFolder.Read(folder), folder);
    }

    private string Name(string method) => $"{Workload}.{method}";
}
