using System.Globalization;
using AsyncLoad.Tests.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Views;

/// <summary>Pictures of the page about traces: what PerfView's views hold of a committed trace of a run, as its library computes it.</summary>
public sealed class ViewPictureTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-views-").FullName;
    private readonly PerfViewViews views;

    public ViewPictureTests()
    {
        var trace = Path.Combine(folder, "tasks.nettrace");
        File.WriteAllBytes(trace, TraceFixture.Bytes(TraceFixture.Tasks));
        views = PerfViewViews.Of(trace, folder);
    }

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void Events_shows_the_measured_window() => Approve("events", "Events: the measured window",
    [
        ["Event Name", "Time MSec", "operations", "allocatedBytes"],
        .. views.Phases.Select(phase => new[] { $"AsyncLoad-Phases/{phase.Name}", Number(phase.AtMs), Whole(phase.Operations), Whole(phase.AllocatedBytes) }),
    ]);

    [Fact]
    public void GCStats_shows_each_collection() => Approve("gcstats", "GCStats: each collection of the process",
    [
        ["Reason", "GC Index", "Gen", "Pause Start", "Pause MSec", "Peak MB", "After MB", "Promoted MB"],
        .. views.Collections.Select(gc => new[]
        {
            gc.Reason.ToString(), Whole(gc.Number), Whole(gc.Generation), Number(gc.PauseStartRelativeMSec), Number(gc.PauseDurationMSec), Number(gc.HeapSizePeakMB), Number(gc.HeapSizeAfterMB), Number(gc.PromotedMB),
        }),
    ]);

    [Fact]
    public void Any_Stacks_shows_who_allocates()
    {
        var (from, to) = (views.Phases[0].AtMs, views.Phases[^1].AtMs);
        var window = views.Drawn.Where(one => one.AtMs >= from && one.AtMs <= to).ToList();
        var methods = window.SelectMany(one => one.Frames.Where(name => name.Length > 0).Distinct(StringComparer.Ordinal)).CountBy(name => name, StringComparer.Ordinal)
            .OrderByDescending(method => method.Value).ThenBy(method => method.Key, StringComparer.Ordinal).Take(8);

        Approve("any-stacks", "Any Stacks, AllocationSampled, the measured window: By Name",
        [
            ["Name", "Inc %", "Inc"],
            .. methods.Select(method => new[] { Short(method.Key), (100.0 * method.Value / window.Count).ToString("F1", CultureInfo.InvariantCulture), Whole(method.Value) }),
        ]);
    }

    private static void Approve(string view, string title, IReadOnlyList<string[]> rows)
    {
        Assert.True(rows.Count > 2, $"{title} is empty");
        Approval.Is(TablePicture.Draw(title, rows), Path.Combine("docs", "pictures", $"perfview-{view}.svg"));
    }

    private static string Short(string method) => method.Length > 90 ? method[..89] + "…" : method;

    private static string Whole(long value) => value.ToString("N0", CultureInfo.InvariantCulture);

    private static string Number(double value) => value.ToString("N3", CultureInfo.InvariantCulture);
}
