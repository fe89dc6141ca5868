using System.Text.Json;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

public class TraceDigestJsonTests
{
    private static readonly AllocationEstimate Estimate = new(12, 1.5e6, 0.1 + 0.2, double.MaxValue);

    private static readonly TraceDigest Full = new(
        "dir/ä \"quoted\".nettrace",
        12_345_678_901,
        "nettrace 6",
        "TraceEvent 4.0.0",
        new TraceState(true, "at byte 7: <odd>", 5, 3, 0.25),
        new TracedProcess(1, "app", "10.0.12", true, false, 8, new DateTimeOffset(2026, 5, 17, 8, 9, 10, 11, TimeSpan.Zero), 1e3),
        new GcDigest(
            [new TracedGc(1, 0, "AllocSmall", "blocking", 0.5, 1.25, 10, null)], [new GcCount(0, "AllocSmall", "blocking", 1, 1.25)],
            new PauseQuantiles(1, 1, 2, 3, 4, 5), null, 0.125, 10, null),
        new AllocationDigest(AllocationSource.Tick, 1, Estimate, [new TypeAllocation("Task<decimal>", Estimate, 80)], [new StackAllocation("Task<decimal>", Estimate, ["Orders.PriceAsync()"])]),
        [new ExceptionCount("System.FormatException", 3)],
        new ContentionDigest(4, null),
        new ThreadPoolDigest(2, null, 12),
        new CpuDigest(9, [new MethodSamples("Program.Spin(int)", 5, 9)]),
        new AdviceReport(
            1,
            [
                new Advice("Orders.PriceAsync()", "My.App", null, AdviceFinding.CompletesSynchronously, AdviceWeight.NotEnoughEvidence, Estimate, 0.5, 80, ["Task<decimal>"], "It does.", null, new RateInterval(1, 0, 2), ["that"]) { RemedyKind = RemedyKind.ReturnValueTask },
            ],
            0.01,
            2,
            ["My.App.dll"],
            new ByteAccount(Estimate, Estimate, Estimate, Estimate, Estimate, [new MadeTasks("Orders.PriceAsync()", Estimate, ["Orders.CountAsync()"])])),
        ["No such thing."]);

    private static readonly TraceDigest Empty = new(
        "", 0, "nettrace 4", "asyncload", new TraceState(false, null, 0, null, null), new TracedProcess(0, null, null, null, null, 0, null, 0), null, null, null, null, null, null, null, []);

    [Fact]
    public void What_is_written_is_read_back()
    {
        foreach (var digest in new[] { Full, Empty })
        {
            var json = TraceDigestJson.Write(digest);
            var read = TraceDigestJson.Read(json);

            Assert.Equal(json, TraceDigestJson.Write(read));
            // Records with lists are equal only where the lists are the same: each part without one is compared.
            Assert.Equal((digest.File, digest.FileBytes, digest.State, digest.Process), (read.File, read.FileBytes, read.State, read.Process));
            Assert.Equal(digest.Gc?.Collections, read.Gc?.Collections);
            Assert.Equal(digest.Gc?.Counts, read.Gc?.Counts);
            Assert.Equal(digest.Gc?.Pauses, read.Gc?.Pauses);
            Assert.Equal(digest.Allocation?.Types, read.Allocation?.Types);
            Assert.Equal(digest.Allocation?.Stacks.SelectMany(stack => stack.Frames), read.Allocation?.Stacks.SelectMany(stack => stack.Frames));
            Assert.Equal(digest.Exceptions, read.Exceptions);
            Assert.Equal((digest.Contention, digest.ThreadPool), (read.Contention, read.ThreadPool));
            Assert.Equal(digest.Cpu?.Methods, read.Cpu?.Methods);
            Assert.Equal(digest.Advice?.Methods.Select(advice => (advice.Method, advice.Finding, advice.Weight, advice.Removable, advice.Remedy, advice.RemedyKind)), read.Advice?.Methods.Select(advice => (advice.Method, advice.Finding, advice.Weight, advice.Removable, advice.Remedy, advice.RemedyKind)));
            Assert.Equal(digest.Advice?.Account.Makers.SelectMany(made => made.Candidates), read.Advice?.Account.Makers.SelectMany(made => made.Candidates));
            Assert.Equal(digest.Missing, read.Missing);
        }
    }

    [Fact]
    public void Names_are_in_camel_case_and_enums_are_words_and_nulls_are_kept()
    {
        var json = TraceDigestJson.Write(Full);

        Assert.All(["\"fileBytes\": 12345678901", "\"source\": \"tick\"", "\"finding\": \"completesSynchronously\"", "\"weight\": \"notEnoughEvidence\"", "\"remedy\": null", "\"remedyKind\": \"returnValueTask\"", "Task<decimal>"], part => Assert.Contains(part, json, StringComparison.Ordinal));
        Assert.DoesNotContain('\r', json);
    }

    [Fact]
    public void What_is_no_digest_is_refused()
    {
        var json = TraceDigestJson.Write(Full);

        Assert.Throws<JsonException>(() => TraceDigestJson.Read("null"));
        Assert.Throws<JsonException>(() => TraceDigestJson.Read("{}"));
        Assert.Throws<JsonException>(() => TraceDigestJson.Read(json[..^2]));
        Assert.Throws<JsonException>(() => TraceDigestJson.Read(json.Replace("\"missing\"", "\"absent\"", StringComparison.Ordinal)));
        Assert.Throws<JsonException>(() => TraceDigestJson.Read(json.Replace("\"tick\"", "1", StringComparison.Ordinal)));
    }
}
