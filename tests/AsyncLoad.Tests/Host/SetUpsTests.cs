using AsyncLoad.Host;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>Many instances are set up where they fit, and refused after the first few where they do not.</summary>
public sealed class SetUpsTests
{
    private const long Megabyte = 1 << 20;

    private static readonly LoadSettings.OpenLoop Thousand = new(100, null, ArrivalSpacing.Constant);

    private readonly Clock clock = new();
    private int made;
    private long live;
    private long garbage;

    [Fact]
    public void Set_ups_of_a_second_are_refused_after_two_of_them()
    {
        var refused = Assert.Throws<RequestRefusedException>(() => Make(TimeSpan.FromSeconds(1), bytes: 0));

        Assert.Equal((FailureReason.Request, 3), (refused.Reason, made));
        Assert.Equal(
            "openLoop-100 sets up 1,000 instances in each process, and one takes 1.0 s (2 measured): together 16.7 min, and a process has 90 s for it. Ask for 90 or fewer with load.maxInFlight, or share one",
            refused.Message);
    }

    [Fact]
    public void Set_ups_that_do_not_fit_into_memory_are_refused_at_a_tenth_of_the_room()
    {
        var refused = Assert.Throws<RequestRefusedException>(() => Make(TimeSpan.Zero, 20 * Megabyte));

        Assert.Equal(6, made);
        Assert.Equal(
            "openLoop-100 sets up 1,000 instances in each process, and one takes 21.0 MB (5 measured): together 21.0 GB, and a process may take 1.05 GB (35 % of the memory that is free). Ask for 50 or fewer with load.maxInFlight, or share one",
            refused.Message);
    }

    [Theory]
    [InlineData(80, 0, 0)]
    [InlineData(0, 1, 0)]
    [InlineData(0, 0, 3)]
    public void What_fits_is_set_up_whole(int milliseconds, int megabytes, int megabytesOfGarbage)
    {
        var operations = Make(TimeSpan.FromMilliseconds(milliseconds), megabytes * Megabyte, megabytesOfGarbage * Megabyte);

        Assert.Equal((1_000, 1_000), (operations.Count, made));
    }

    [Fact]
    public void What_the_first_pays_for_all_does_not_count()
    {
        var operations = new SetUps(Thousand, Room, Held, clock, "").Make(1_000, () =>
        {
            if (made == 0) (live, clock.Now) = (live + (500 * Megabyte), clock.Now + TimeSpan.FromSeconds(60));
            return Made(TimeSpan.FromMilliseconds(1), 0, 0);
        });

        Assert.Equal(1_000, operations.Count);
    }

    private List<Operation> Make(TimeSpan length, long bytes, long dropped = 0) =>
        new SetUps(Thousand, Room, Held, clock, ", or share one").Make(Thousand.MaxInFlight, () => Made(length, bytes, dropped));

    private Operation Made(TimeSpan length, long bytes, long dropped)
    {
        (made, live, garbage, clock.Now) = (made + 1, live + bytes, garbage + dropped, clock.Now + length);
        return Operation.From(static () => 1);
    }

    private static MemoryRoom Room() => new(1_000 * Megabyte, "35 % of the memory that is free");

    private long Held(bool collected)
    {
        if (collected) garbage = 0;
        return live + garbage;
    }

    private sealed class Clock : TimeProvider
    {
        public TimeSpan Now { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => Now.Ticks;
    }
}
