using System.Text.Json;
using AsyncLoad.Tests.Tracing.Views;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Traces of the first cell of a map, in the views of PerfView and by <c>analyze</c>: the same process, collections and bytes.</summary>
[Collection(typeof(CompleteRunReaders))]
public sealed class TraceViewTests(CompleteRun run) : IDisposable
{
    private readonly Sandbox sandbox = new();

    private string Trace => run.Folder.At("traces/c001-await-task-sequential-calm.nettrace");

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public void Every_view_of_every_trace_is_filled() => Assert.All(Directory.GetFiles(run.Folder.At("traces")), trace =>
    {
        var views = PerfViewViews.Of(trace, sandbox.Folder);

        Assert.NotEqual("", views.ProcessName);
        Assert.Contains("AsyncLoad.Host", views.CommandLine, StringComparison.OrdinalIgnoreCase);
        Assert.Equal(["Phase/Start", "Phase/Stop"], views.Phases.Select(phase => phase.Name));
    });

    // Objects are sampled, one for each 100 kB or so. The side that allocates nothing has few, and by chance none of this program's.
    [Fact]
    public void Objects_of_the_side_that_allocates_are_drawn_with_their_stacks() =>
        Assert.Contains(PerfViewViews.Of(Trace, sandbox.Folder).Drawn, one => one.Frames.Any(frame => frame.Contains("AsyncLoad.", StringComparison.Ordinal)));

    [Fact]
    public async Task Analyze_counts_the_same_collections_and_pauses()
    {
        var views = PerfViewViews.Of(Trace, sandbox.Folder);
        var gc = (await DigestAsync()).GetProperty("gc").GetProperty("collections").EnumerateArray().ToList();

        Assert.NotEmpty(gc);
        Assert.Equal(
            views.Collections.Select(one => (one.Number, one.Generation)),
            gc.Select(one => (one.GetProperty("number").GetInt32(), one.GetProperty("generation").GetInt32())));
        Assert.Equal(views.Pauses.Sum(), gc.Sum(one => one.GetProperty("pauseMs").GetDouble()), 1e-6);
        // PerfView ends a pause where the restart ends.
        Assert.All(views.Collections.Zip(gc), both =>
        {
            Assert.Equal(both.First.PauseStartRelativeMSec, both.Second.GetProperty("startMs").GetDouble(), 1e-3);
            Assert.True(both.First.PauseDurationMSec >= both.Second.GetProperty("pauseMs").GetDouble() - 1e-3);
        });
    }

    // PerfView names types as the runtime does, and analyze as C# does: their counts and bytes are held against each other, in the order of bytes.
    [Fact]
    public async Task Analyze_sums_the_same_bytes_by_type()
    {
        var views = PerfViewViews.Of(Trace, sandbox.Folder);
        var types = (await DigestAsync()).GetProperty("allocation").GetProperty("types").EnumerateArray().Select(one => one.GetProperty("estimate")).ToList();

        Assert.NotEmpty(types);
        var there = views.Drawn.CountBy(one => one.Type).Select(one => (Samples: (long)one.Value, Bytes: views.BytesOf(one.Key))).OrderByDescending(one => one.Bytes).ToList();
        var here = types.Select(one => (Samples: one.GetProperty("samples").GetInt64(), Bytes: one.GetProperty("bytes").GetDouble())).OrderByDescending(one => one.Bytes).ToList();
        Assert.Equal(there.Select(one => one.Samples).Order(), here.Select(one => one.Samples).Order());
        Assert.All(there.Zip(here), both => Assert.Equal(1, both.Second.Bytes / both.First.Bytes, 1e-3));
    }

    private async Task<JsonElement> DigestAsync()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "analyze", Trace, "--format", "json")).Expect(0);
        return JsonDocument.Parse(ended.Output).RootElement.Clone();
    }
}
