using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Model;
using AsyncLoad.Tracing.Files;
using Xunit;

namespace AsyncLoad.Tests.Storage;

public sealed class WholeFileTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-whole-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void What_cannot_be_written_leaves_nothing_behind_but_what_was_there()
    {
        var path = Path.Combine(folder, "report.html");
        File.WriteAllText(path, "before");

        Assert.Throws<IOException>(() => WholeFile.Write(path, Fail));

        Assert.Equal("before", File.ReadAllText(path));
        Assert.Equal(path, Assert.Single(Directory.GetFileSystemEntries(folder)));
    }

    [Fact]
    public void A_folder_of_that_name_is_no_place_and_nothing_is_left_beside_it()
    {
        var path = Path.Combine(folder, "report.html");
        Directory.CreateDirectory(path);

        Assert.NotNull(Record.Exception(() => WholeFile.Write(path, stream => stream.WriteByte(1))));

        Assert.Equal(path, Assert.Single(Directory.GetFileSystemEntries(folder)));
    }

    [Fact]
    public void A_link_of_the_name_of_a_histogram_is_replaced_not_followed()
    {
        var outside = Path.Combine(folder, "outside");
        File.WriteAllText(outside, "untouched");
        var inside = Directory.CreateDirectory(Path.Combine(folder, "histograms")).FullName;
        var link = Path.Combine(inside, "c001-await-task.hgrm");
        File.CreateSymbolicLink(link, outside);
        var latencies = LatenciesTests.Recorded([1_000L, 2_000L]);
        var measured = SyntheticRun.Side(100_000) with { Latency = new LatencyReport(latencies, null, latencies, null) };
        var histograms = new CellHistograms(SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf()));
        histograms.Add(SyntheticRun.PairOf(1, measured, measured));

        histograms.Write(inside);

        Assert.Equal("untouched", File.ReadAllText(outside));
        Assert.Equal(PercentileText.Of(latencies), File.ReadAllText(link));
    }

    private static void Fail(Stream stream)
    {
        stream.WriteByte(1);
        throw new IOException("no room");
    }
}
