namespace AsyncLoad.Workloads.Failing;

/// <summary>
/// A sum by many small methods without a loop: once compiled for good they are one, and several times as fast. A loop would be replaced while it runs and
/// never stay slow.
/// </summary>
internal static class SmallSteps
{
    private const int Steps = 32;

    // What it comes to, so that it returns what the other variants return.
    private const int Total = 59_859;

    public static int Run() => Sum(0, Steps) - Total;

    private static int Sum(int sum, int left) => left == 0 ? sum : Sum(Next(sum), left - 1);

    private static int Next(int sum) => Mixed(Doubled(sum)) & 0xFFFF;

    private static int Mixed(int value) => value ^ Shifted(value);

    private static int Shifted(int value) => value >> 3;

    private static int Doubled(int value) => (value * 2) + 1;
}
