using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Texts;

namespace AsyncLoad.Testing;

/// <summary>
/// A measurement of code of a test's own assembly, which AsyncLoad runs in separate processes. Immutable: <c>with</c> changes a copy.
/// Measurements of one process run one at a time. No other tests should run during <see cref="CompareAsync"/>.
/// </summary>
public sealed record Measurement
{
    private Measurement(Assembly assembly, string workload, string asked) => (Assembly, Workload, Asked) = (assembly, workload, asked);

    /// <summary>The assembly that the measured processes load: a Release build.</summary>
    public Assembly Assembly { get; }

    /// <summary>Name of the benchmark class, or id of the workload in <c>asyncload list workloads --plugin</c>.</summary>
    public string Workload { get; }

    /// <summary>The workload's name on the command line: the short name may also be that of another class or of a built-in workload.</summary>
    internal string Asked { get; }

    /// <summary>How operations are driven, as <c>asyncload list loads</c> prints it, such as <c>parallelFor</c> or <c>closedLoop-64</c>; default <c>sequential</c>.</summary>
    public string Load { get; init; } = "sequential";

    /// <summary>GC pressure during the measurement, as <c>asyncload list pressures</c> prints it; default <c>calm</c>.</summary>
    public string Pressure { get; init; } = "calm";

    /// <summary>Values of parameters, by name; empty by default. A parameter of a workload that is not named has its default. Of a benchmark class, each parameter with several values has to be named.</summary>
    public IReadOnlyDictionary<string, string> Parameters { get; init; } = new Dictionary<string, string>();

    /// <summary>Pairs of processes in a comparison; default 6, the fewest that <see cref="CompareAsync"/> takes. A pair takes about four seconds.</summary>
    public int Pairs { get; init; } = 6;

    /// <summary>Whether <see cref="CompareAsync"/> accepts methods that return different values, such as a new <see cref="Guid"/>; default false.</summary>
    public bool IgnoreValues { get; init; }

    /// <summary>The folder that gets a run folder for each measurement; default <c>asyncload-runs</c> beside the test's program.</summary>
    public string RunsFolder { get; init; } = Path.Combine(AppContext.BaseDirectory, "asyncload-runs");

    /// <summary>Why the assembly cannot be measured, for tests that are to be skipped then; null when it can. A Debug build allocates other objects than a Release build.</summary>
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
        // Compared with itself: bytes are the same in every pair, so one pair without verdicts suffices.
        string[] quick = ["--set", "measure.looks=[1]", "--set", "measure.verdicts=false", "--set", "measure.slices=4", "--traces", "none"];
        var (result, folder) = await AskAsync(method, method, quick, cancellation);
        return new MeasuredBytes(Name(method), result, folder);
    }

    /// <summary>Compares two methods or variants, in 20 seconds or more.</summary>
    /// <param name="baseline">Name of the method, or id of the variant, that ratios divide by.</param>
    /// <param name="candidate">Name of the method, or id of the variant, that expectations are about.</param>
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

/// <summary>What one operation allocates.</summary>
public sealed class MeasuredBytes
{
    private readonly string name;

    internal MeasuredBytes(string name, ComparisonResult result, string folder)
    {
        this.name = name;
        RunFolder = folder;
        BytesPerOperation = MeasuredFigures.BytesOf(name, result.Metrics.Candidate, folder);
    }

    /// <summary>Bytes per operation, counted and not sampled; a fraction if the method does not always allocate the same.</summary>
    public double BytesPerOperation { get; }

    /// <summary>The folder with the evidence.</summary>
    public string RunFolder { get; }

    /// <summary>Expects at most this many bytes per operation.</summary>
    /// <returns>Itself.</returns>
    /// <exception cref="ExpectationException">It allocates more.</exception>
    public MeasuredBytes AtMost(double bytes)
    {
        MeasuredFigures.ExpectBytes(name, BytesPerOperation, bytes, RunFolder);
        return this;
    }
}

/// <summary>A measured figure does not meet an expectation, or does not decide it. The message names the run folder.</summary>
public sealed class ExpectationException : Exception
{
    // A test runner prints it, on a terminal or in the log of a build service.
    internal ExpectationException(string message)
        : base(ActiveText.EscapeLines(message))
    {
    }
}

/// <summary>A measurement failed or lacks the requested figure. The message says why and names the run folder if there is one.</summary>
public sealed class MeasurementException : Exception
{
    // A test runner prints it, on a terminal or in the log of a build service.
    internal MeasurementException(string message)
        : base(ActiveText.EscapeLines(message))
    {
    }
}
