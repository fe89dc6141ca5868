using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

public class MissingPartsTests
{
    private static readonly AllocationEstimate Estimate = new(1, 1, 1, 1);

    private static readonly TraceDigest Nothing = new(
        "", 0, "nettrace 4", "asyncload", new TraceState(false, null, 0, 0, null), new TracedProcess(0, null, null, null, null, 0, null, 0), null, null, null, null, null, null, null, []);

    private static readonly TraceDigest Everything = Nothing with
    {
        Gc = new GcDigest([], [], null, null, 0, null, null),
        Allocation = new AllocationDigest(AllocationSource.Sampled, 1, Estimate, [], [new StackAllocation("T", Estimate, ["M()"])]),
        Exceptions = [],
        Contention = new ContentionDigest(0, null),
        ThreadPool = new ThreadPoolDigest(0, null, null),
        Cpu = new CpuDigest(1, []),
    };

    [Fact]
    public void Nothing_is_missing_where_all_is_there() => Assert.Empty(new MissingParts(true, false, 0).Of(Everything));

    [Fact]
    public void Each_part_that_is_missing_is_named_with_the_way_to_record_it()
    {
        var missing = new MissingParts(false, false, 0).Of(Nothing).ToList();

        Assert.Equal(7, missing.Count);
        Assert.All(["No rundown", "No collections", "No allocation", "No processor samples", "No exceptions", "No waits for locks", "No changes of the thread pool"], part => Assert.Contains(missing, sentence => sentence.StartsWith(part, StringComparison.Ordinal)));
        Assert.DoesNotContain(missing, sentence => sentence.Contains('`', StringComparison.Ordinal));
        Assert.Contains(missing, sentence => sentence.Contains("dotnet-trace collect --providers Microsoft-Windows-DotNETRuntime:0x80000000001:4", StringComparison.Ordinal));
    }

    [Fact]
    public void Without_stacks_there_is_no_advice() =>
        Assert.StartsWith("No allocation stacks", Single(Everything with { Allocation = Everything.Allocation! with { Stacks = [] } }), StringComparison.Ordinal);

    [Fact]
    public void Frames_without_names_are_worth_a_word_where_they_are_many()
    {
        Assert.StartsWith("No names for 40 %", Single(Everything with { State = Everything.State with { UnnamedFrames = 0.4 } }), StringComparison.Ordinal);
        Assert.Empty(new MissingParts(true, false, 0).Of(Everything with { State = Everything.State with { UnnamedFrames = 0.01 } }));
    }

    [Fact]
    public void A_runtime_that_hides_its_GC_mode_and_stacks_that_were_cut_are_told_of()
    {
        Assert.Contains("before .NET 6", Assert.Single(new MissingParts(true, true, 0).Of(Everything)), StringComparison.Ordinal);
        Assert.Contains("This affects 1,234 events", Assert.Single(new MissingParts(true, false, 1_234).Of(Everything)), StringComparison.Ordinal);
    }

    private static string Single(TraceDigest digest) => Assert.Single(new MissingParts(true, false, 0).Of(digest));
}
