using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Events;

/// <summary>The decoders against the library, event by event, on real traces.</summary>
public class EventOracleTests
{
    public static TheoryData<string> Traces =>
    [
        TraceFixture.BackgroundCollection, TraceFixture.Tasks, TraceFixture.ValueTasks, TraceFixture.WithoutSuspensions, TraceFixture.WithoutPhases,
        TraceFixture.GcCollect, TraceFixture.GcVerbose, TraceFixture.CpuSampling, TraceFixture.Sampled,
    ];

    [Theory]
    [MemberData(nameof(Traces))]
    public void All_events_say_what_the_library_reads(string file)
    {
        var expected = ByTheLibrary(file);

        Assert.NotEmpty(expected);
        Assert.Equal(expected, ByOurs(file));
    }

    [Fact]
    public void The_traces_hold_every_kind_of_event_that_is_decoded()
    {
        var kinds = Traces.SelectMany(trace => ByOurs(trace.Data)).Select(line => line[..line.IndexOf(' ', StringComparison.Ordinal)]).Distinct().Order(StringComparer.Ordinal);

        Assert.Equal(
            [
                "adjusted", "code", "contended", "contention", "drawn", "end", "heap", "il", "module", "process", "runtime", "sampled", "start", "stop", "thrown", "tick", "tiering", "workers",
            ],
            kinds);
    }

    private static List<string> ByOurs(string file)
    {
        var lines = new List<string>();
        var reader = new NettraceReader();
        On(Providers.Runtime, SuspensionStarted.Id, (in NettraceEvent traced) => $"stop {SuspensionStarted.Read(traced).ForCollection}");
        On(Providers.Runtime, CollectionStarted.Id, (in NettraceEvent traced) =>
            CollectionStarted.Read(traced) is var gc ? $"start {gc.Number} {gc.Generation} {gc.Reason} {gc.Kind}" : "");
        On(Providers.Runtime, CollectionEnded.Id, (in NettraceEvent traced) => $"end {CollectionEnded.Read(traced).Number}");
        On(Providers.Runtime, HeapMeasured.Id, (in NettraceEvent traced) => HeapMeasured.Read(traced) is var heap ? $"heap {heap.HeapBytes} {heap.PromotedBytes}" : "");
        On(Providers.Runtime, AllocationTicked.Id, (in NettraceEvent traced) =>
        {
            var tick = AllocationTicked.Read(traced);
            return $"tick {tick.Amount} {tick.Type} {tick.ObjectBytes}";
        });
        On(Providers.Runtime, AllocationSampled.Id, (in NettraceEvent traced) =>
        {
            var sample = AllocationSampled.Read(traced);
            return $"drawn {sample.Type} {sample.ObjectBytes}";
        });
        foreach (var id in new[] { WorkerThreads.StartId, WorkerThreads.StopId, WorkerThreads.WaitId })
        {
            On(Providers.Runtime, id, (in NettraceEvent traced) => $"workers {WorkerThreads.Read(traced).Threads}");
        }

        On(Providers.Runtime, WorkerThreadsAdjusted.Id, (in NettraceEvent traced) => $"adjusted {WorkerThreadsAdjusted.Read(traced).Starved}");
        On(Providers.Runtime, ContentionStarted.Id, (in NettraceEvent traced) => $"contention {ContentionStarted.Read(traced).Managed}");
        On(Providers.Runtime, ContentionEnded.Id, (in NettraceEvent traced) => ContentionEnded.Read(traced) is var wait ? $"contended {wait.Managed} {wait.WaitedMs:R}" : "");
        On(Providers.Runtime, ExceptionThrown.Id, (in NettraceEvent traced) => $"thrown {ExceptionThrown.Read(traced).Type}");
        foreach (var provider in new[] { Providers.Runtime, Providers.Rundown })
        {
            On(provider, MethodCode.LoadId, Code);
            On(provider, MethodCode.EndId, Code);
            On(provider, RuntimeStarted.Id, (in NettraceEvent traced) => RuntimeStarted.Read(traced) is var told
                ? $"runtime {told.FileVersion} {told.ServerGc} {told.ConcurrentGc} {told.CommandLine} {told.Path}"
                : "");
        }

        On(Providers.Rundown, MethodIl.EndId, (in NettraceEvent traced) =>
        {
            var il = MethodIl.Read(traced);
            return $"il {il.Method:x} {string.Join(' ', il.Il.ToArray())} {string.Join(' ', il.Code.ToArray())}";
        });
        On(Providers.Runtime, ModuleLoaded.LoadId, Module);
        On(Providers.Rundown, ModuleLoaded.EndId, Module);
        On(Providers.Rundown, TieringConfigured.Id, (in NettraceEvent traced) => $"tiering {TieringConfigured.Read(traced).Pgo}");
        On(Providers.SampleProfiler, ThreadSampled.Id, (in NettraceEvent traced) => $"sampled {ThreadSampled.Read(traced).RunsManaged}");
        On(Providers.Session, ProcessDescribed.Id, (in NettraceEvent traced) => $"process {ProcessDescribed.Read(traced).CommandLine}");
        reader.Read(new MemoryStream(TraceFixture.Bytes(file)));
        return lines;

        void On(string provider, int id, Describing describe) =>
            reader.On(provider, id, (in NettraceEvent traced) => lines.Add(FormattableString.Invariant($"{describe(traced)}")));
    }

    private static string Code(in NettraceEvent traced)
    {
        var code = MethodCode.Read(traced);
        return $"code {code.Method:x} {code.Module:x} {code.Start:x} {code.Size} {code.Token:x} {code.Type}.{code.Name} {code.Signature}";
    }

    private static string Module(in NettraceEvent traced) => ModuleLoaded.Read(traced) is var module ? $"module {module.Module:x} {module.Path}" : "";

    private static List<string> ByTheLibrary(string file)
    {
        var lines = new List<string>();
        using var source = new EventPipeEventSource(new MemoryStream(TraceFixture.Bytes(file)));
        var rundown = new ClrRundownTraceEventParser(source);
        var sampler = new SampleProfilerTraceEventParser(source);
        source.Clr.GCSuspendEEStart += data => lines.Add($"stop {(int)data.Reason is 1 or 6}");
        source.Clr.GCStart += data => lines.Add($"start {data.Count} {data.Depth} {(int)data.Reason} {(int)data.Type}");
        source.Clr.GCStop += data => lines.Add($"end {data.Count}");
        source.Clr.GCHeapStats += data => lines.Add($"heap {data.TotalHeapSize} {data.TotalPromoted}");
        source.Clr.GCAllocationTick += data => lines.Add($"tick {data.AllocationAmount64} {data.TypeName} {data.ObjectSize}");
        source.Clr.AllocationSampling += data => lines.Add($"drawn {data.TypeName} {data.ObjectSize}");
        source.Clr.ThreadPoolWorkerThreadStart += data => lines.Add($"workers {data.ActiveWorkerThreadCount}");
        source.Clr.ThreadPoolWorkerThreadStop += data => lines.Add($"workers {data.ActiveWorkerThreadCount}");
        source.Clr.ThreadPoolWorkerThreadWait += data => lines.Add($"workers {data.ActiveWorkerThreadCount}");
        source.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += data => lines.Add($"adjusted {(int)data.Reason == 6}");
        source.Clr.ContentionStart += data => lines.Add($"contention {data.ContentionFlags == 0}");
        source.Clr.ContentionStop += data => lines.Add(FormattableString.Invariant($"contended {data.ContentionFlags == 0} {data.DurationNs / 1e6:R}"));
        source.Clr.ExceptionStart += data => lines.Add($"thrown {data.ExceptionType}");
        source.Clr.MethodLoadVerbose += Code;
        source.Clr.MethodUnloadVerbose += Code;
        rundown.MethodDCStartVerbose += Code;
        rundown.MethodDCStopVerbose += Code;
        rundown.MethodILToNativeMapDCStop += data => lines.Add(
            $"il {data.MethodID:x} {string.Join(' ', Enumerable.Range(0, data.CountOfMapEntries).Select(data.ILOffset))} {string.Join(' ', Enumerable.Range(0, data.CountOfMapEntries).Select(data.NativeOffset))}");
        source.Clr.RuntimeStart += Runtime;
        rundown.RuntimeStart += Runtime;
        source.Clr.LoaderModuleLoad += Module;
        rundown.LoaderModuleDCStop += Module;
        rundown.TieredCompilationRundownSettingsDCStart += data => lines.Add($"tiering {((int)data.Flags & 4) != 0}");
        sampler.ThreadSample += data => lines.Add($"sampled {(int)data.Type == 2}");
        source.Dynamic.AddCallbackForProviderEvents(
            (provider, _) => provider == Providers.Session ? EventFilterResponse.AcceptEvent : EventFilterResponse.RejectProvider,
            data => lines.Add($"process {data.PayloadByName("CommandLine")}"));
        source.Process();
        return lines;

        void Code(MethodLoadUnloadVerboseTraceData data) => lines.Add(
            $"code {data.MethodID:x} {data.ModuleID:x} {data.MethodStartAddress:x} {data.MethodSize} {data.MethodToken:x} {data.MethodNamespace}.{data.MethodName} {data.MethodSignature}");

        void Runtime(RuntimeInformationTraceData data) => lines.Add(
            $"runtime {data.VMMajorVersion}.{data.VMMinorVersion}.{data.VMBuildNumber}.{data.VMQfeNumber} {((int)data.StartupFlags & 0x1000) != 0} {((int)data.StartupFlags & 1) != 0} {data.CommandLine} {data.RuntimeDllPath}");

        void Module(ModuleLoadUnloadTraceData data) => lines.Add($"module {data.ModuleID:x} {data.ModuleILPath}");
    }

    private delegate string Describing(in NettraceEvent traced);
}
