using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Exports;
using Xunit;

namespace AsyncLoad.Tests.Reporting;

public sealed class ReportWriterTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-report-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void All_five_files_are_written_and_nothing_else_is_left()
    {
        var run = SampleRun.Create();
        Assert.Empty(ReportWriter.Write(run, ReportDocument.From(run), folder));
        Assert.Equal(ReportWriter.Files.Order(StringComparer.Ordinal), Directory.GetFiles(folder).Select(Path.GetFileName).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void What_is_asked_for_by_other_programs_is_written_beside_them()
    {
        var run = SampleRun.Create();
        Assert.Empty(ReportWriter.Write(run, ReportDocument.From(run), folder, ExportFormat.OpenMetrics, ExportFormat.BenchmarkDotNet));
        Assert.Equal(["benchmarkdotnet-report-full.json", "openmetrics.txt"], Directory.GetFiles(folder).Select(Path.GetFileName).Except(ReportWriter.Files).Order(StringComparer.Ordinal));
    }

    [Fault(12)]
    [Fact]
    public void A_file_that_cannot_be_written_does_not_stop_the_others()
    {
        Directory.CreateDirectory(Path.Combine(folder, "report.html"));
        var run = SampleRun.Create();
        var problem = Assert.Single(ReportWriter.Write(run, ReportDocument.From(run), folder));
        Assert.Equal("report.html", problem.File);
        Assert.True(problem.Unwritable);
        Assert.Equal(4, Directory.GetFiles(folder).Length);
    }

    [Fact]
    public void A_writer_that_fails_leaves_the_old_file_as_it_was()
    {
        var path = Path.Combine(folder, "results.csv");
        File.WriteAllText(path, "old");
        var problem = ReportWriter.Write(folder, "results.csv", _ => throw new InvalidOperationException("broken writer"));
        Assert.Equal(new ReportProblem("results.csv", "broken writer", Unwritable: false), problem);
        Assert.Equal("old", File.ReadAllText(path));
        Assert.Single(Directory.GetFiles(folder));
    }

    [Fault(23)]
    [Fact]
    public void A_link_in_the_folder_is_replaced_not_followed()
    {
        var outside = Path.Combine(folder, "outside");
        File.WriteAllText(outside, "untouched");
        File.CreateSymbolicLink(Path.Combine(folder, "report.md"), outside);
        File.CreateSymbolicLink(Path.Combine(folder, "report.md.partial"), outside);
        var run = SampleRun.Create();
        Assert.Empty(ReportWriter.Write(run, ReportDocument.From(run), folder));
        Assert.Equal("untouched", File.ReadAllText(outside));
    }
}
