using System.Diagnostics;

namespace AsyncLoad.Host.Platform;

/// <summary>Sleeps until a point in time, without spinning, as precisely as the system can.</summary>
internal static class PrecisePause
{
    /// <summary>Lets the calling thread's sleeps end when they are due; once a thread.</summary>
    public static void Prepare() => ThisSystem.Waiting.Prepare();

    /// <summary>Returns at <paramref name="timestamp"/>, a reading of <see cref="Stopwatch.GetTimestamp"/>, or a little later; at once when it is past.</summary>
    public static void Until(long timestamp) => ThisSystem.Waiting.Until(timestamp);
}
