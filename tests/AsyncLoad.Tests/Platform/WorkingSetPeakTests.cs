using System.Diagnostics;
using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>The peak that a system keeps, and what is known where it keeps none.</summary>
public sealed class WorkingSetPeakTests : IDisposable
{
    private readonly string root = Directory.CreateTempSubdirectory("asyncload-peak-").FullName;
    private readonly Process process = Process.GetCurrentProcess();

    public void Dispose()
    {
        process.Dispose();
        Directory.Delete(root, recursive: true);
    }

    [Fact]
    public void The_peak_of_the_system_counts_where_it_begins_anew_when_told_so()
    {
        Has("clear_refs", "");
        var peak = Begun();
        Has("status", "Name:\tdotnet\nVmHWM:\t  102400 kB\nVmRSS:\t   51200 kB\n");

        peak.Read();

        Assert.Equal((102_400L * 1_024, false), (peak.Bytes, peak.IsSampled));
        Assert.Equal("5", File.ReadAllText(Path.Combine(root, $"proc/{process.Id}/clear_refs")));
    }

    [Theory]
    [InlineData(null)]
    [InlineData("Name:\tdotnet\nVmRSS:\t   51200 kB\n")]
    [InlineData("VmHWM:\t  much kB\n")]
    public void Where_the_system_keeps_none_the_largest_that_was_read_counts(string? status)
    {
        // Without a file to tell it in, or with one and nothing to read after it.
        if (status is not null)
        {
            Has("clear_refs", "");
            Has("status", status);
        }

        var peak = Begun();
        Assert.Null(peak.Bytes);
        peak.Read();
        var first = peak.Bytes!.Value;
        peak.Read();

        Assert.True(peak.IsSampled);
        Assert.InRange(first, 1_000_000, long.MaxValue);
        Assert.InRange(peak.Bytes.Value, first, long.MaxValue);
    }

    [Fact]
    public void What_was_before_it_began_does_not_count()
    {
        Has("clear_refs", "");
        Has("status", "VmHWM:\t  9 kB\n");
        var peak = Begun();
        peak.Read();
        Has("status", "VmHWM:\t  3 kB\n");

        peak.Begin();
        peak.Read();

        Assert.Equal(3 * 1_024, peak.Bytes);
    }

    private WorkingSetPeak Begun()
    {
        var peak = new WorkingSetPeak(process, new SystemFiles(root));
        peak.Begin();
        return peak;
    }

    private void Has(string name, string text)
    {
        var folder = Directory.CreateDirectory(Path.Combine(root, $"proc/{process.Id}")).FullName;
        File.WriteAllText(Path.Combine(folder, name), text);
    }
}
