using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Execution;

/// <summary>Real processes that read traces under limits: docs/evidence/reliability.md, rows 7 and 9.</summary>
[Fault(7, 9)]
public sealed class ReadingProcessTests : IDisposable
{
    private static readonly Duration Enough = Duration.FromSeconds(600);
    private static readonly ByteSize Room = ByteSize.FromMegabytes(450);

    private readonly string folder = Directory.CreateTempSubdirectory("al-reading-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public async Task A_trace_is_answered_with_a_digest_and_progress_never_exceeds_the_file()
    {
        var bytes = TraceFixture.Bytes(TraceFixture.BackgroundCollection);
        var told = new List<long>();

        var end = await RunAsync(new ReadingLimits(Room, Enough), Lay(bytes), new ByteProgress(told.Add));

        Assert.StartsWith("{", Assert.IsType<ReadingEnd.Answered>(end).Text, StringComparison.Ordinal);
        Assert.Equal(told.Order(), told);
        Assert.All(told, read => Assert.InRange(read, 0, bytes.Length));
    }

    [Fact]
    public async Task A_file_that_is_no_trace_is_refused_with_the_reason()
    {
        var end = await RunAsync(new ReadingLimits(Room, Enough), Lay("no trace at all"u8.ToArray()));

        Assert.Contains("Nettrace", Assert.IsType<ReadingEnd.Unreadable>(end).Reason, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Memory_that_does_not_suffice_is_told_as_such()
    {
        var limits = new ReadingLimits(ByteSize.FromMegabytes(1), Enough);

        var end = await RunAsync(limits, Lay(TraceFixture.Bytes(TraceFixture.BackgroundCollection)));

        Assert.Equal(limits.Heap, Assert.IsType<ReadingEnd.OutOfMemory>(end).Heap);
    }

    [Fact]
    public async Task A_process_that_takes_too_long_is_stopped()
    {
        var limits = new ReadingLimits(Room, Duration.FromMilliseconds(1));

        Assert.Equal(limits.Deadline, Assert.IsType<ReadingEnd.TimedOut>(await RunAsync(limits, Lay([]))).Deadline);
    }

    [Fact]
    public async Task Whoever_has_enough_of_it_stops_it()
    {
        using var stop = new CancellationTokenSource();
        var waiting = new ReadingProcess(new ReadingLimits(Room, Enough)).RunAsync(["analyze-child", "--", Lay([])], stop.Token);
        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
    }

    [Fact]
    public async Task A_process_that_fails_otherwise_is_told_with_its_last_words()
    {
        var end = Assert.IsType<ReadingEnd.Crashed>(await new ReadingProcess(new ReadingLimits(Room, Enough)).RunAsync(["analyze-child"], TestContext.Current.CancellationToken));

        Assert.Equal((4, null, 0L), (end.ExitCode, end.Signal, end.BytesRead));
        Assert.Contains("analyze-child needs <trace>", end.StandardError, StringComparison.Ordinal);
    }

    [Fact]
    public void The_deadline_grows_with_the_file_and_memory_does_not()
    {
        var (small, large) = (ReadingLimits.For(0), ReadingLimits.For(1L << 30));

        Assert.Equal(Duration.FromSeconds(60), small.Deadline);
        Assert.Equal(Duration.FromSeconds(60 + 256), large.Deadline);
        Assert.Equal(small.Heap, large.Heap);
    }

    private static Task<ReadingEnd> RunAsync(ReadingLimits limits, string file, IProgress<long>? progress = null) =>
        new ReadingProcess(limits, progress).RunAsync(["analyze-child", "--", file], TestContext.Current.CancellationToken);

    private string Lay(byte[] bytes)
    {
        var file = Path.Combine(folder, "some.nettrace");
        File.WriteAllBytes(file, bytes);
        return file;
    }
}
