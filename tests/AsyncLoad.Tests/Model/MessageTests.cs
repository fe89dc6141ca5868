using System.Text;
using AsyncLoad.Model.Protocol;
using Xunit;

namespace AsyncLoad.Tests.Model;

/// <summary>What passes between the program and a measured process, to the letter, and what is said of a message that is none.</summary>
public sealed class MessageTests
{
    private const int Most = 100;

    [Fact]
    public void A_message_is_a_verb_and_fields_in_which_nothing_divides_but_blanks()
    {
        Assert.Equal("hello protocol=9 optimized=true debugged=false\n", Text(new HostReply.Hello(9, Optimized: true, Debugged: false).ToMessage()));
        Assert.Equal("hello protocol=9 optimized=false debugged=true watched=host step=100\n", Text(new HostReply.Hello(9, Optimized: false, Debugged: true, "host", 100).ToMessage()));
        Assert.Equal("failed with=Failed with.Reason=Host with.Message=a%20b%3Dc%25%0A\n", Text(new HostReply.Failed(FailureReason.Host, "a b=c%\n", null).ToMessage()));
        Assert.Equal("finish heap=true\n", Text(new HostRequest.Finish(Heap: true).ToMessage()));
    }

    [Fact]
    public void What_an_older_process_does_not_say_is_not_so()
    {
        Assert.Equal(new HostReply.Hello(9, Optimized: true, Debugged: false), Reply("hello protocol=9 optimized=true"));
        Assert.Equal(new HostReply.Hello(9, Optimized: false, Debugged: true, "host", 100), Reply("hello protocol=9 optimized=false debugged=true watched=host step=100"));
    }

    [Theory]
    [InlineData("hello protocol=9", "the message 'hello' lacks 'optimized'")]
    [InlineData("hello protocol=9 optimized=perhaps", "'optimized' is 'perhaps', not true or false")]
    [InlineData("counted operations", "'operations' is not a field of a message")]
    [InlineData("counted =1", "'=1' is not a field of a message")]
    [InlineData("described catalogue=null", "the catalogue is null")]
    [InlineData("finished", "the process finished with nothing")]
    [InlineData("failed", "the process failed with nothing")]
    [InlineData("failed with=Failed with.Reason=Host", "the message 'failed' lacks 'with.Message'")]
    [InlineData("failed with=Other", "'Other' is not a Failed")]
    [InlineData("gone", "unknown reply 'gone'")]
    public void A_reply_that_is_none_is_refused_with_its_reason(string line, string reason) =>
        Assert.Equal(reason, Assert.Throws<FormatException>(() => Reply(line)).Message);

    [Theory]
    [InlineData("prepare alive=2", "the message 'prepare' lacks 'cell'")]
    [InlineData("finish", "the message 'finish' lacks 'heap'")]
    [InlineData("stop", "unknown request 'stop'")]
    public void A_request_that_is_none_is_refused_with_its_reason(string line, string reason) =>
        Assert.Equal(reason, Assert.Throws<FormatException>(() => HostRequest.Parse(Encoding.UTF8.GetBytes(line))).Message);

    [Fact]
    public void A_frame_of_another_length_is_refused_with_both()
    {
        var frame = new HostRequest.RunSlice(1, AsyncLoad.Model.Units.Duration.FromMilliseconds(10), 5, Marked: true).ToMessage();

        Assert.Equal($"a frame has {frame.Length - 1} bytes: expected {frame.Length}", Assert.Throws<FormatException>(() => HostRequest.Parse(frame.AsSpan(0, frame.Length - 1))).Message);
    }

    [Theory]
    [InlineData(HostReply.Failed.LongestMessage)]
    [InlineData(HostReply.Failed.LongestMessage + 100)]
    public void A_reason_that_is_hardly_too_long_is_kept(int length) => Assert.Equal(new string('x', length), HostReply.Failed.ShortMessage(new string('x', length)));

    [Fact]
    public void A_longer_one_is_cut_once_and_says_so()
    {
        var once = new HostReply.Failed(FailureReason.Workload, new string('x', 4_101), new string('y', 32_101)).Shortened();

        Assert.Equal(new string('x', 4_000) + "… (4101 characters)", once.Message);
        Assert.Equal(new string('y', 32_000) + "… (32101 characters)", once.Detail);
        Assert.Equal(once, once.Shortened());
        Assert.Null(new HostReply.Failed(FailureReason.Workload, "x", null).Shortened().Detail);
    }

    [Theory]
    [InlineData("MARK=7", true)]
    [InlineData("A=1\0MARK=7\0", true)]
    [InlineData("XMARK=7\0MARK=7\0", true)]
    [InlineData("XMARK=7\0B=MARK=7\0", false)]
    [InlineData("MARK", false)]
    [InlineData("", false)]
    public void A_variable_is_found_at_the_beginning_of_its_entry_alone(string environment, bool found) =>
        Assert.Equal(found, HostRequest.HasVariable(Encoding.UTF8.GetBytes(environment), "MARK="u8));

    [Fact]
    public void Each_direction_has_a_pipe() => Assert.Equal(("x.in", "x.out"), HostRequest.Pipes("x"));

    [Theory]
    [InlineData(Most, true)]
    [InlineData(Most + 1, false)]
    public void A_line_that_came_whole_is_no_longer_than_allowed(int length, bool taken)
    {
        var buffer = Holding($"{new string('x', length)}\n");

        if (taken)
        {
            Assert.True(buffer.TryTake(out var message));
            Assert.Equal(length, message.Length);
        }
        else
        {
            Assert.Equal("has more than 100 bytes, the most that a message may have", Assert.Throws<InvalidDataException>(() => buffer.TryTake(out _)).Message);
        }
    }

    [Fact]
    public void What_is_left_without_an_end_is_a_line_and_never_a_frame()
    {
        var line = Holding("one\ntwo");
        Assert.True(line.TryTake(out _));
        Assert.False(line.TryTake(out _));
        Assert.True(line.TryTakeRest(out var rest));
        Assert.Equal("two", Text(rest.ToArray()));
        Assert.False(line.TryTakeRest(out _));

        var frame = Holding([SliceFrame.Mark, 1, 2]);
        Assert.False(frame.TryTake(out _));
        Assert.False(frame.TryTakeRest(out _));
    }

    [Fact]
    public void What_was_taken_makes_room_in_the_same_memory()
    {
        var buffer = MessageBuffer.OfReplies(Most);
        var all = buffer.Room().Length;
        var lines = string.Concat(Enumerable.Repeat("line\n", (all - 60) / 5));
        var half = new string('x', all - lines.Length);
        Fill(buffer, lines + half);
        while (buffer.TryTake(out _)) continue;

        Assert.Equal(all - half.Length, buffer.Room().Length);
        Fill(buffer, "y\n");
        Assert.True(buffer.TryTake(out var message));
        Assert.Equal($"{half}y", Text(message.ToArray()));
    }

    [Fact]
    public void Nothing_is_left_in_a_buffer_that_was_filled_and_taken()
    {
        var buffer = MessageBuffer.OfReplies();
        Fill(buffer, new string('x', buffer.Room().Length - 1) + "\n");

        Assert.True(buffer.TryTake(out _));
        Assert.False(buffer.TryTake(out _));
        Assert.False(buffer.TryTakeRest(out _));
    }

    private static void Fill(MessageBuffer buffer, string text) => buffer.Add(Encoding.UTF8.GetBytes(text, buffer.Room().Span));

    private static HostReply Reply(string line) => HostReply.Parse(Encoding.UTF8.GetBytes(line));

    private static string Text(byte[] message) => Encoding.UTF8.GetString(message);

    private static MessageBuffer Holding(string text) => Holding(Encoding.UTF8.GetBytes(text));

    private static MessageBuffer Holding(byte[] bytes)
    {
        var buffer = MessageBuffer.OfReplies(Most);
        bytes.CopyTo(buffer.Room());
        buffer.Add(bytes.Length);
        return buffer;
    }
}
