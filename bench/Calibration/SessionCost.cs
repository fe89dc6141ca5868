using System.Diagnostics.Tracing;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Microsoft.Diagnostics.NETCore.Client;

namespace AsyncLoad.Calibration;

/// <summary>
/// What each kind of session costs the process that is traced: interleaved pairs of a method that allocates, one process without a session and one
/// under it from its first instant. It is why traced runs are never timed.
/// </summary>
internal static class SessionCost
{
    private const int Pairs = 8;
    private const int BufferMegabytes = 256;
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    // GC, handles and exceptions; what dotnet-trace asks of the runtime when nothing is said.
    private const long GcVerbose = 0x8003;
    private const long Defaults = 0x14C14FCCBD;

    private static readonly (string Name, TraceContent? Content)[] Kinds =
    [
        ("none", null),
        ("collections: gc-collect of dotnet-trace", Of([new EventPipeProvider(Runtime, EventLevel.Informational, 1)])),
        ("collections and AllocationTick: gc-verbose", Of([new EventPipeProvider(Runtime, EventLevel.Verbose, GcVerbose)], stacks: true)),
        ("a traced run: collections, sampled allocation, stacks", TraceContent.Window(BufferMegabytes)),
        ("the same with --cpu-samples", TraceContent.Window(BufferMegabytes, cpuSamples: true)),
        ("attached: the same without, exceptions, locks", TraceContent.Live),
        ("defaults of dotnet-trace with its sampler", Of([new EventPipeProvider(Runtime, EventLevel.Informational, Defaults), new EventPipeProvider("Microsoft-DotNETCore-SampleProfiler", EventLevel.Informational)], stacks: true)),
    ];

    /// <summary>Measures each kind under one thread and under all cores, and prints a table.</summary>
    public static async Task<int> RunAsync()
    {
        using var sockets = PrivateDirectory.Create();
        var folder = Directory.CreateTempSubdirectory("asyncload-sessions-");
        var scope = new ChildScope(sockets, CancellationToken.None);
        Output.Print($"| session | load | time per operation, traced ÷ untraced, {Pairs} pairs | spread |");
        Output.Print($"| --- | --- | --: | --: |");
        foreach (var (name, content) in Kinds)
        {
            foreach (var load in new LoadSettings[] { new LoadSettings.Sequential(), new LoadSettings.ParallelFor() })
            {
                var comparison = ComparedPair.Chain("await-task", "await-task").ToComparison(load);
                var ratios = new List<double>();
                for (var pair = 1; pair <= Pairs; pair++) ratios.Add(PairRatios.Of([await MeasureAsync(comparison, (content, Path.Combine(folder.FullName, "session.nettrace")), pair, scope)])[0].Ratios.Wall);
                Output.Print($"| {name} | {load.Kind} | {Output.Ratio(ratios)} | {Output.Spread(ratios):P1} |");
            }
        }

        folder.Delete(recursive: true);
        return 0;
    }

    private static TraceContent Of(EventPipeProvider[] providers, bool stacks = false)
    {
        var whole = new EventPipeSessionConfiguration(providers, BufferMegabytes, requestRundown: true, requestStackwalk: stacks);
        return new TraceContent(whole, whole);
    }

    private static async Task<CompletedPair> MeasureAsync(Comparison comparison, (TraceContent? Content, string File) session, int index, ChildScope scope)
    {
        var measure = MeasureSettings.Default with { Slices = 30 };
        var plan = PairSeries.PlanOf([comparison], measure);
        await using var capture = session.Content is null ? null : TraceCapture.Listen(scope, session.File, session.Content);
        await using var untraced = await SideSession.StartAsync(comparison.Baseline, plan, scope);
        await using var traced = capture is null
            ? await SideSession.StartAsync(comparison.Candidate, plan, scope)
            : await SideSession.StartAsync(comparison.Candidate, plan, scope, capture.BeginAsync, environment => environment["DOTNET_DiagnosticPorts"] = capture.SocketPath);
        var steps = new PairSteps(index % 2 == 1 ? [untraced, traced] : [traced, untraced], measure);
        await steps.HeatAsync();
        await steps.SettleAsync();
        await steps.MeasureAsync();
        var (baseline, candidate) = (await untraced.FinishAsync(), await traced.FinishAsync());
        if (capture is not null && await capture.DrainAsync() is { } missing) throw new InvalidOperationException(missing);
        File.Delete(session.File);
        return new CompletedPair(index, baseline, candidate);
    }
}
