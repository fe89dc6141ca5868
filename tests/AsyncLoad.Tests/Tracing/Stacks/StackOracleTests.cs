using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Naming;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.EventPipe;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;
using Xunit;
using LibraryEvent = Microsoft.Diagnostics.Tracing.TraceEvent;
using LibraryLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tests.Tracing.Stacks;

/// <summary>Names of methods on stacks against the library, event by event, on real traces.</summary>
public class StackOracleTests
{
    [Theory]
    [InlineData(TraceFixture.BackgroundCollection)]
    [InlineData(TraceFixture.Tasks)]
    [InlineData(TraceFixture.GcVerbose)]
    [InlineData(TraceFixture.CpuSampling)]
    [InlineData(TraceFixture.Sampled)]
    public void Stacks_have_the_names_that_the_library_finds(string file)
    {
        var expected = ByTheLibrary(file);
        var found = ByOurs(file);

        Assert.NotEmpty(expected);
        Assert.Equal(expected.Count, found.Count);
        Assert.Contains(expected, stack => stack.Contains("Main", StringComparison.Ordinal) || stack.Contains("Host", StringComparison.Ordinal));
        // The library takes some names of modules from their precompiled files.
        Assert.All(expected.Zip(found), pair => Assert.Equal(pair.First, pair.Second, ignoreCase: true));
    }

    private static List<string> ByOurs(string file)
    {
        var reader = new NettraceReader();
        var pool = new StackPool();
        var code = new CodeMap(reader, pool);
        var stacks = new List<int>();
        foreach (var (provider, id) in new[] { (Providers.Runtime, AllocationTicked.Id), (Providers.Runtime, AllocationSampled.Id), (Providers.SampleProfiler, ThreadSampled.Id) })
        {
            reader.On(provider, id, (in NettraceEvent traced) => stacks.Add(pool.Intern(traced.Stack, traced.AtMs)));
        }

        reader.Read(new MemoryStream(TraceFixture.Bytes(file)));
        var named = new NamedStacks(pool, code);
        return stacks.ConvertAll(stack => string.Join('\n', named.Frames(named.Merge(stack)).Select(Full)));
    }

    private static string Full(TracedFrame frame)
    {
        if (frame.Method.Length == 0) return "?";
        var parameters = frame.Signature.IndexOf('(', StringComparison.Ordinal);
        return $"{Path.GetFileNameWithoutExtension(frame.Module ?? "")}!{frame.Type}.{frame.Method}{(parameters < 0 ? "" : frame.Signature[parameters..])}";
    }

    private static List<string> ByTheLibrary(string file)
    {
        var folder = Directory.CreateTempSubdirectory();
        try
        {
            var path = Path.Combine(folder.FullName, "t.nettrace");
            File.WriteAllBytes(path, TraceFixture.Bytes(file));
            using var log = new LibraryLog(LibraryLog.CreateFromEventPipeDataFile(path, Path.Combine(folder.FullName, "t.etlx"), new TraceLogOptions()));
            return [.. log.Events.Where(HasStack).Select(data => Described(data.CallStack()))];
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool HasStack(LibraryEvent data) => data is GCAllocationTickTraceData or AllocationSampledTraceData or ClrThreadSampleTraceData;

    private static string Described(TraceCallStack? stack)
    {
        var frames = new List<string>();
        for (; stack is not null; stack = stack.Caller)
        {
            var name = stack.CodeAddress.FullMethodName;
            frames.Add(name.Length == 0 ? "?" : $"{stack.CodeAddress.ModuleName}!{name}");
        }

        return string.Join('\n', frames);
    }
}
