using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Tests.Planning;
using Microsoft.Diagnostics.Tracing.Etlx;
using Xunit;

namespace AsyncLoad.Tests.Capture;

/// <summary>What PerfView's Thread Time view and dotnet-trace's reports are made from, as TraceEvent, which both are built on, sees it.</summary>
public sealed class CpuSamplesTests : IDisposable
{
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-cpu-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Processor_samples_with_named_stacks_are_there_when_asked_for_and_only_then(bool asked)
    {
        var stacks = Samples(await TraceAsync(asked));

        if (!asked) Assert.Empty(stacks);
        else Assert.Contains(stacks, stack => stack.Any(method => method.StartsWith("AsyncLoad.Workloads.", StringComparison.Ordinal)));
    }

    private async Task<string> TraceAsync(bool cpuSamples)
    {
        var plan = Profiles.Plan(Profiles.Smallest) with { CpuSamples = cpuSamples };
        using var sockets = PrivateDirectory.Create();
        var scope = new ChildScope(sockets, TestContext.Current.CancellationToken);
        var run = await new TracedRunner(plan.Comparisons[0], plan, scope, TimeProvider.System).RunAsync(Side.Baseline, folder, 64, TestContext.Current.CancellationToken);
        Assert.IsType<CellOutcome.Completed>(run.Outcome);
        return Path.Combine(folder, run.File!);
    }

    private static List<string[]> Samples(string file)
    {
        using var log = new TraceLog(TraceLog.CreateFromEventPipeDataFile(file));
        return [.. log.Events.Where(traced => traced.ProviderName == Sampler).Select(traced => Methods(traced.CallStack()).ToArray())];
    }

    private static IEnumerable<string> Methods(TraceCallStack? stack)
    {
        for (; stack is not null; stack = stack.Caller) yield return stack.CodeAddress.FullMethodName;
    }
}
