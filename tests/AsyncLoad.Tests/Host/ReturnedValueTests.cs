using AsyncLoad.Host;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Values and messages of a workload are cut where they are made, and what is cut off still tells one value from another.</summary>
[Fault(30)]
public sealed class ReturnedValueTests
{
    private const int Much = 5_000_000;

    [Fact]
    public void A_value_of_a_thousand_characters_is_sent_whole() =>
        Assert.Equal(new string('x', 1_000), ReturnedValue.Of(Operation.From(() => new string('x', 1_000))));

    [Fact]
    public void Long_values_that_differ_at_their_ends_alone_stay_different()
    {
        var (one, other) = (Of("1"), Of("2"));

        Assert.NotEqual(one, other);
        Assert.Equal(one, Of("1"));
        Assert.InRange(one.Length, 1_000, 1_200);
        Assert.Contains($"… ({Much + 1} characters, SHA-256 ", one, StringComparison.Ordinal);
    }

    [Fact]
    public void What_failed_is_told_in_bounded_length()
    {
        var failed = new HostReply.Failed(FailureReason.Workload, new string('m', Much), new string('d', Much));

        var read = Assert.IsType<HostReply.Failed>(HostReply.Parse(failed.ToMessage().AsSpan()[..^1]));

        Assert.StartsWith(new string('m', HostReply.Failed.LongestMessage) + $"… ({Much} characters)", read.Message, StringComparison.Ordinal);
        Assert.Equal(read, read.Shortened());
        Assert.InRange(read.Detail!.Length, HostReply.Failed.LongestDetail, HostReply.Failed.LongestDetail + 100);
    }

    [Fact]
    public void Null_in_place_of_a_text_or_a_number_is_a_value_too()
    {
        Assert.Equal("(null)", Plain<string?>(null));
        Assert.Equal("(null)", Plain<int?>(null));
        Assert.NotEqual(Plain<string?>(null), Plain("null"));
        Assert.NotEqual(Plain<string?>(null), Plain(""));
        Assert.Null(Plain<object?>(null));
        Assert.Null(Plain<int[]?>(null));
    }

    [Fact]
    public void Null_in_place_of_a_task_is_said()
    {
        var none = Assert.Throws<InvalidOperationException>(() => ReturnedValue.Of(Operation.FromTask(() => (Task)null!)));
        var of = Assert.Throws<InvalidOperationException>(() => ReturnedValue.Of(Operation.FromTask(() => (Task<int>)null!)));

        Assert.All([none, of], problem => Assert.Equal("the method returned null in place of a task", problem.Message));
    }

    [Fact]
    public void A_task_that_is_never_started_is_reported()
    {
        var problem = Assert.Throws<InvalidOperationException>(() => ReturnedValue.Of(Operation.FromTask(() => new Task<int>(() => 1))));

        Assert.Equal("the method returned a task that was never started (status Created), so it never ends: return one that runs, such as Task.Run(…), or call its Start()", problem.Message);
    }

    [Fact]
    public void A_task_that_is_started_a_moment_later_is_waited_for() => Assert.Equal("1", ReturnedValue.Of(Operation.FromTask(() =>
    {
        var late = new Task<int>(() => 1);
        ThreadPool.QueueUserWorkItem(_ => late.Start());
        return late;
    })));

    [Fact]
    public void Moments_within_a_second_and_dates_are_told_apart()
    {
        var moment = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);
        Assert.NotEqual(Plain(moment), Plain(moment.AddTicks(1)));
        Assert.NotEqual(Plain(new DateTimeOffset(moment)), Plain(new DateTimeOffset(moment).AddMilliseconds(1)));
        Assert.NotEqual(Plain(TimeOnly.FromDateTime(moment)), Plain(TimeOnly.FromDateTime(moment.AddSeconds(1))));
        Assert.NotEqual(Plain(DateOnly.FromDateTime(moment)), Plain(DateOnly.FromDateTime(moment.AddDays(1))));
        Assert.Equal("18446744073709551616", Plain((System.Numerics.BigInteger)ulong.MaxValue + 1));
    }

    private static string? Plain<T>(T value) => ReturnedValue.OfPlain(Operation.From(() => value));

    private static string Of(string end) => ReturnedValue.Of(Operation.From(() => new string('x', Much) + end))!;
}
