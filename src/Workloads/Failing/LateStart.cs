namespace AsyncLoad.Workloads.Failing;

/// <summary>
/// A process whose start takes long: a thread of its own calls code that was never called before, every 20 ms for 4 s. As long as new code turns up, the
/// runtime puts off counting calls (its tier-up delay of 100 ms begins anew each time), so everything hot stays as it was first compiled.
/// </summary>
/// <remarks>With <c>TC_CallCountingDelayMs=0</c> calls are counted from the first on, and nothing is held up.</remarks>
internal sealed class LateStart : IDisposable
{
    private const int Novelties = 200;
    private static readonly TimeSpan Every = TimeSpan.FromMilliseconds(20);

    // Enough for a code of its own for each.
    private const int Digits = 8;

    private readonly ManualResetEventSlim end = new(false, spinCount: 0);

    public LateStart() => new Thread(Drive) { IsBackground = true, Name = "starts late" }.Start();

    public void Dispose() => end.Set();

    private void Drive()
    {
        for (var novelty = 0; novelty < Novelties && !end.Wait(Every); novelty++) Meet<int>(novelty, Digits);
    }

    // One method for each type argument, since structs share no code: the digits of a number spell a type that was not there before.
    private static int Meet<T>(int code, int digits) => digits == 0 ? code
        : (code & 1) == 0 ? Meet<Zero<T>>(code >> 1, digits - 1)
        : Meet<One<T>>(code >> 1, digits - 1);

    private readonly struct Zero<T>;

    private readonly struct One<T>;
}
