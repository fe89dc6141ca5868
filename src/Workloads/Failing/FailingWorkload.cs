using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AsyncLoad.Workloads.Failing;

/// <summary>
/// Operations that fail on purpose, to test what happens when a workload fails: what a run keeps, what its report says, and its exit
/// code. Every variant works for some thousands of calls, so that the failure occurs in a running slice.
/// </summary>
/// <remarks>The variants are for tests, not for comparing times: all but <c>ok</c> and <c>small-steps</c> end or disturb the process that runs them.</remarks>
internal sealed class FailingWorkload : Workload
{
    // Far more than the one call that checks the returned value, and a fraction of the first slice.
    private const int GoodCalls = 50_000;

    private const int Much = 50_000_000;

    // 1 TiB plus a page: no system maps it by itself, and it is too far from 0 to pass for a null reference.
    private static readonly nint NotThere = unchecked((nint)((1L << 40) + 4096));

    private PoolStaller? staller;
    private LateStart? lateStart;

    public override string Id => "failing";

    public override string Summary => "fails after some thousands of calls: shows what happens when a workload fails";

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("ok", "does not fail", "int"),
        new("throws", "throws InvalidOperationException", "int"),
        new("throws-much", "throws InvalidOperationException with a message of 50 MB", "int"),
        new("fails-fast", "ends the process with Environment.FailFast", "int"),
        new("stack-overflow", "recurses without end", "int"),
        new("bad-pointer", "writes to memory that does not exist", "int"),
        new("prints", "prints megabytes on both streams and goes on", "int"),
        new("prints-one-line", "prints 128 MB on both streams without a line end, and goes on", "int"),
        new("small-steps", "does not fail: a sum by many small methods", "int"),
        new("late-start", "the same sum while new code is called for 4 s, which delays tier-up", "int"),
        new("stalls", "does nothing while every thread of the pool stops for 100 ms every 2 s", "int"),
    ];

    public override IReadOnlyList<Expected> Expected => [new("ok", Arguments.None, 0, "nothing")];

    public override void TearDown()
    {
        staller?.Dispose();
        staller = null;
        lateStart?.Dispose();
        lateStart = null;
    }

    public override Operation CreateOperation(string variant, Arguments arguments) => variant switch
    {
        "ok" => Fail(static () => { }),
        "throws" => Fail(static () => throw new InvalidOperationException("thrown on purpose")),
        "throws-much" => Fail(static () => throw new InvalidOperationException(new string('x', Much))),
        "fails-fast" => Fail(static () => Environment.FailFast("ended on purpose")),
        "stack-overflow" => Fail(static () => Recurse(1)),
        "bad-pointer" => Fail(static () => Marshal.WriteByte(NotThere, 1)),
        "prints" => Fail(Chatter.PrintLines),
        "prints-one-line" => Fail(Chatter.PrintOneLine),
        "small-steps" => Operation.From(SmallSteps.Run),
        "late-start" => StartLate(),
        "stalls" => Stall(),
        _ => throw new ArgumentException($"no variant '{variant}'", nameof(variant)),
    };

    private Operation Stall()
    {
        staller ??= new PoolStaller();
        return Operation.From(static () => 0);
    }

    private Operation StartLate()
    {
        lateStart ??= new LateStart();
        return Operation.From(SmallSteps.Run);
    }

    private static Operation Fail(Action misbehave)
    {
        var calls = 0;
        return Operation.From(() =>
        {
            if (++calls == GoodCalls) misbehave();
            return 0;
        });
    }

    // The addition after the call keeps the JIT from making a loop of it.
    private static int Recurse(int depth) => depth + Recurse(depth + 1);
}

/// <summary>Prints megabytes on both streams of the process, like a workload with forgotten debug output.</summary>
internal static class Chatter
{
    private const int Lines = 4_096;
    private const int LongLine = 128 << 10;
    private static readonly string Line = new('x', 1_023);

    /// <summary>4 MB of lines.</summary>
    public static void PrintLines()
    {
#pragma warning disable RS0030 // The output of a workload is what is tested here.
        foreach (var stream in new[] { Console.Out, Console.Error })
#pragma warning restore RS0030
        {
            for (var line = 0; line < Lines; line++) stream.WriteLine(Line);
        }
    }

    /// <summary>128 MB without a line end.</summary>
    public static void PrintOneLine()
    {
#pragma warning disable RS0030 // The output of a workload is what is tested here.
        foreach (var stream in new[] { Console.Out, Console.Error })
#pragma warning restore RS0030
        {
            for (var piece = 0; piece < LongLine; piece++) stream.Write(Line);
        }
    }
}

/// <summary>
/// A process with a long start: a separate thread calls new code every 20 ms for 4 s. As long as new code is called, the
/// runtime does not count calls (its tier-up delay of 100 ms starts again each time), so hot code stays as first compiled.
/// </summary>
/// <remarks>With <c>TC_CallCountingDelayMs=0</c> calls are counted from the first on, and nothing is delayed.</remarks>
internal sealed class LateStart : IDisposable
{
    private const int Novelties = 200;
    private static readonly TimeSpan Every = TimeSpan.FromMilliseconds(20);

    // Enough binary digits for 200 different codes.
    private const int Digits = 8;

    private readonly ManualResetEventSlim end = new(false, spinCount: 0);

    public LateStart() => new Thread(Drive) { IsBackground = true, Name = "starts late" }.Start();

    public void Dispose() => end.Set();

    private void Drive()
    {
        for (var novelty = 0; novelty < Novelties && !end.Wait(Every); novelty++) Meet<int>(novelty, Digits);
    }

    // One method for each type argument, since structs share no code: the digits of a number make a type that was not used before.
    private static int Meet<T>(int code, int digits) => digits == 0 ? code
        : (code & 1) == 0 ? Meet<Zero<T>>(code >> 1, digits - 1)
        : Meet<One<T>>(code >> 1, digits - 1);

    private readonly struct Zero<T>;

    private readonly struct One<T>;
}

/// <summary>
/// Stops every thread of the pool for 100 ms every 2 s: the effect of a long-held lock or a blocking call in a server. A tool that measures from the start of an
/// operation does not see it, since none starts meanwhile.
/// </summary>
internal sealed class PoolStaller : IDisposable
{
    // More than the pool has threads; those that run after the stall end at once.
    private const int Stalls = 64;

    private static readonly TimeSpan Every = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Length = TimeSpan.FromMilliseconds(100);

    private readonly ManualResetEventSlim end = new(false, spinCount: 0);

    public PoolStaller() => new Thread(Drive) { IsBackground = true, Name = "stalls the pool" }.Start();

    public void Dispose() => end.Set();

    private void Drive()
    {
        while (!end.Wait(Every))
        {
            var begun = Stopwatch.GetTimestamp();
            for (var stall = 0; stall < Stalls; stall++) ThreadPool.UnsafeQueueUserWorkItem(StandStill, begun, preferLocal: false);
        }
    }

    private void StandStill(long begun)
    {
        var left = Length - Stopwatch.GetElapsedTime(begun);
        if (left > TimeSpan.Zero) end.Wait(left);
    }
}

/// <summary>A sum by many small methods without a loop: fully optimised they become one, several times as fast. A loop would be replaced while it runs, so it would not stay slow.</summary>
internal static class SmallSteps
{
    private const int Steps = 32;

    // The sum, subtracted so that it returns 0 like the other variants.
    private const int Total = 59_859;

    public static int Run() => Sum(0, Steps) - Total;

    private static int Sum(int sum, int left) => left == 0 ? sum : Sum(Next(sum), left - 1);

    private static int Next(int sum) => Mixed(Doubled(sum)) & 0xFFFF;

    private static int Mixed(int value) => value ^ Shifted(value);

    private static int Shifted(int value) => value >> 3;

    private static int Doubled(int value) => (value * 2) + 1;
}
