using System.Diagnostics;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Waits for what another process does. Deadlines are far beyond what a loaded machine needs: they end a test that hangs.</summary>
internal static class Until
{
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>Waits until a condition holds; fails the test when it never does.</summary>
    public static Task HoldsAsync(Func<bool> condition, string what) => HoldsAsync(condition, what, Deadline);

    public static async Task HoldsAsync(Func<bool> condition, string what, TimeSpan deadline)
    {
        var began = Stopwatch.GetTimestamp();
        while (!condition())
        {
            Assert.True(Stopwatch.GetElapsedTime(began) < deadline, $"waited {deadline} in vain until {what}");
            await Task.Delay(Step, TestContext.Current.CancellationToken);
        }
    }
}
