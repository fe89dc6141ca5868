using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>
/// Waits for what another process does. Time is counted in own steps, not on a clock, so that a machine that is suspended for a while fails no test.
/// </summary>
internal static class Until
{
    // Far beyond what a loaded machine needs: it ends a test that hangs.
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>Waits until a condition holds; fails the test when it never does.</summary>
    public static Task HoldsAsync(Func<bool> condition, string what) => HoldsAsync(condition, what, Longest);

    /// <summary>Waits until a condition holds; fails the test when it does not hold in time.</summary>
    public static async Task HoldsAsync(Func<bool> condition, string what, TimeSpan longest)
    {
        for (var waited = TimeSpan.Zero; !condition(); waited += Step)
        {
            Assert.True(waited < longest, $"waited {longest} in vain until {what}");
            await Task.Delay(Step, TestContext.Current.CancellationToken);
        }
    }
}
