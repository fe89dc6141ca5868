using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tests.Tracing.Runs;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>docs/evidence/reliability.md, rows 8 and 9: the small form of <c>bench/Calibration -- damage</c>. Each damaged trace is read by the process that analyze starts.</summary>
[Fault(8, 9)]
public sealed class DamagedTraceTests : IDisposable
{
    private const int Each = 8;

    private readonly string folder = Directory.CreateTempSubdirectory("al-damaged-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task Cut_anywhere_a_trace_is_never_taken_for_a_whole_one()
    {
        var (bytes, random) = (TraceFixture.Bytes(TraceFixture.BackgroundCollection), new Random(11));
        for (var trial = 0; trial < Each; trial++)
        {
            var end = await ReadAsync(bytes[..random.Next(bytes.Length)]);

            if (end is ReadingEnd.Answered answered) Assert.True(TraceDigestJson.Read(answered.Text).State is { Truncated: true } or { Damage: not null });
            else Assert.IsType<ReadingEnd.Unreadable>(end);
        }
    }

    [Fact]
    public async Task With_any_byte_changed_a_trace_is_read_or_refused_and_its_reader_ends_well()
    {
        var random = new Random(13);
        for (var trial = 0; trial < Each; trial++)
        {
            var bytes = TraceFixture.Bytes(TraceFixture.BackgroundCollection);
            bytes[random.Next(bytes.Length)] ^= (byte)random.Next(1, 256);

            Assert.True(await ReadAsync(bytes) is ReadingEnd.Answered or ReadingEnd.Unreadable);
        }
    }

    private async Task<ReadingEnd> ReadAsync(byte[] bytes)
    {
        var file = Path.Combine(folder, "damaged.nettrace");
        await File.WriteAllBytesAsync(file, bytes, TestContext.Current.CancellationToken);
        return await new ReadingProcess(ReadingLimits.For(bytes.Length)).RunAsync([AnalyzeChildCommand.Name, "--", file], TestContext.Current.CancellationToken);
    }
}
