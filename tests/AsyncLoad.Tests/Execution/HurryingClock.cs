namespace AsyncLoad.Tests.Execution;

/// <summary>A clock on which an hour has passed each time it is read.</summary>
internal sealed class HurryingClock : TimeProvider
{
    private long hours;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => hours++ * TimeSpan.TicksPerHour;
}
