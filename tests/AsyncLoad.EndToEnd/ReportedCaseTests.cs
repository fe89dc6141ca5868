using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What others have reported of benchmark classes and of machines, done on the program: it comes out as under BenchmarkDotNet, or is said.</summary>
public sealed class ReportedCaseTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private RunFolder Run => new(sandbox.At("run"));

    public void Dispose() => sandbox.Dispose();

    // dotnet/diagnostics#5254, dotnet/dotnet-docker#986: an image without ICU.
    [Theory]
    [InlineData("doctor", "--no-measure")]
    [InlineData("compare", "call-chain", "await-task", "await-value-task", "--output", "run")]
    public async Task Where_there_is_no_ICU_every_command_works_as_elsewhere(params string[] arguments)
    {
        Assert.SkipWhen(Confined.OwnMounts is null, "hiding the ICU of this machine takes a mount namespace, and the system makes none: neither unshare --mount (as root) nor unshare --user --mount");
        using var program = Confined.WithoutIcu(sandbox, [("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")], arguments[0] == "compare" ? [.. arguments, .. Profiles.Figures] : arguments);

        var ended = (await program.EndAsync()).Expect(0);

        if (arguments[0] == "doctor") Assert.Contains("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT (handed on)", ended.Output, StringComparison.Ordinal);
        else Assert.Equal(504, Assert.Single(Run.Results.Comparisons).Metrics.Baseline!.BytesPerOperation!.Value, tolerance: 0.05);
    }

    // dotnet/BenchmarkDotNet#224: teams derive from the attributes.
    [Fact]
    public async Task A_class_with_derived_attributes_alone_is_compared()
    {
        (await CompareAsync("OnlyHouse")).Expect(0);

        var comparison = Assert.Single(Run.Results.Comparisons);
        Assert.Equal(("second", "first"), (comparison.Candidate, comparison.Baseline));
    }

    // dotnet/BenchmarkDotNet#1808: a stream that nothing enumerates would win by a factor of a hundred.
    [Fact]
    public async Task A_stream_is_enumerated_to_its_end()
    {
        (await CompareAsync("Streams")).Expect(0);

        var metrics = Assert.Single(Run.Results.Comparisons).Metrics;
        Assert.InRange(metrics.Baseline!.BytesPerOperation!.Value, 2_000, 2_300);
        Assert.InRange(metrics.Candidate!.BytesPerOperation!.Value, 50, 1_000);
        var counts = Measured().Select(pair => pair.Candidate.Counts).ToList();
        Assert.All(counts.SelectMany(slices => slices), slice => Assert.True(slice.Suspensions > 0));
    }

    // dotnet/machinelearning#2157: BenchmarkDotNet starts in the folder of the assembly.
    [Fact]
    public async Task Files_beside_a_class_are_found_in_every_way_that_classes_use()
    {
        (await CompareAsync("Words", "First", "First")).Expect(0);

        Assert.Equal(["BaseDirectory", "CurrentDirectory", "Domain", "Assembly"], Run.Results.Comparisons.Select(comparison => comparison.Parameters["Place"]));
        Assert.All(Run.Results.Comparisons, comparison => Assert.NotNull(comparison.Metrics.Candidate));
    }

    // dotnet/BenchmarkDotNet#1765: server GC in the project file had no effect.
    [Fact]
    public async Task Settings_of_the_project_are_in_force_and_the_others_are_named()
    {
        var plugin = BuiltPlugins.ClassShapes.CopyTo(sandbox);
        await File.WriteAllTextAsync(
            Path.ChangeExtension(plugin, ".runtimeconfig.json"),
            """
            { "runtimeOptions": { "configProperties": {
              "System.GC.Server": true, "System.GC.Concurrent": false, "System.GC.HeapHardLimit": 209715200, "System.Globalization.Invariant": true, "Fixtures.Feature": true
            } } }
            """,
            TestContext.Current.CancellationToken);

        // The values of the methods are the same only where the settings are in force.
        var ended = (await CompareWithAsync(plugin, "Told")).Expect(0);

        Assert.Contains("measured with the settings of its project: System.GC.Concurrent=False, System.GC.HeapHardLimit=209715200, System.GC.Server=True", ended.Error, StringComparison.Ordinal);
        Assert.Contains("its project also sets System.Globalization.Invariant=True, which measured processes do not have", ended.Error, StringComparison.Ordinal);
        Assert.Equal("project", Assert.Single(Run.Results.Comparisons).GcSettings);
        Assert.All(Measured().SelectMany(pair => new[] { pair.Baseline, pair.Candidate }), side => Assert.True(side.Settings is { ServerGc: true, ConcurrentGc: false }));
    }

    // dotnet/runtime#622: a pod with a limit of processors sets their number by hand.
    [Fact]
    public async Task Program_and_measured_processes_agree_about_the_number_of_cores()
    {
        (string, string)[] told = [("DOTNET_PROCESSOR_COUNT", "1")];
        var doctor = (await Asyncload.RunInAsync(sandbox, told, "doctor", "--no-measure")).Expect(0);
        (await Asyncload.RunInAsync(sandbox, told, ["compare", "call-chain", "await-task", "await-value-task", "--load", "parallelFor", "--output", "run", .. Profiles.Figures])).Expect(0);

        Assert.Contains("DOTNET_PROCESSOR_COUNT (handed on)", doctor.Output, StringComparison.Ordinal);
        Assert.Equal(1, Run.Manifest.Machine.Cores);
        Assert.All(Measured().SelectMany(pair => new[] { pair.Baseline, pair.Candidate }), side => Assert.Equal(1, side.Workers));
    }

    // aspnet/Benchmarks#1446: the second process finds the address in use.
    [Fact]
    public async Task A_name_that_both_sides_take_is_said_to_be_the_cause()
    {
        using var program = Asyncload.Start(sandbox, ["compare", "FixedName", "--plugin", BuiltPlugins.ClassShapes, "--output", "run", .. Profiles.Figures]);
        var ended = (await program.EndAsync()).Expect(7);

        Assert.Contains("both sides of a comparison are alive at once, and so are the instances of workers, so a fixed port, file or database name is taken", ended.Error, StringComparison.Ordinal);
    }

    private IEnumerable<(SideMeasurement Baseline, SideMeasurement Candidate)> Measured()
    {
        var pairs = Run.Pairs.Where(pair => pair.Comparison.StartsWith("compare", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(pairs);
        return pairs.Select(pair => (Assert.IsType<CellOutcome.Completed>(pair.Baseline).Measurement, Assert.IsType<CellOutcome.Completed>(pair.Candidate).Measurement));
    }

    private Task<EndedProgram> CompareAsync(params string[] asked) => CompareWithAsync(BuiltPlugins.ClassShapes, asked);

    private Task<EndedProgram> CompareWithAsync(string plugin, params string[] asked) =>
        Asyncload.RunAsync(sandbox, ["compare", .. asked, "--plugin", plugin, "--output", "run", .. Profiles.Figures]);
}
