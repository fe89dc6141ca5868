using System.Runtime.InteropServices;

namespace AsyncLoad.Workloads.Failing;

/// <summary>
/// Operations that go wrong on purpose, for trying what happens when a workload fails: what a run keeps, what its report says, which exit code
/// it gives. Every variant behaves for some thousands of calls, so that the failure falls into a running slice.
/// </summary>
/// <remarks>The variants are for trying, not for comparing times: all but <c>ok</c> and <c>small-steps</c> end or disturb the process that runs them.</remarks>
public sealed class FailingWorkload : Workload
{
    // Well behind the one call that checks the returned value, and a fraction of the first slice.
    private const int GoodCalls = 50_000;

    // 1 TiB plus a page: no system maps it by itself, and it is too far from 0 to pass for a null reference.
    private static readonly nint NotThere = unchecked((nint)((1L << 40) + 4096));

    private PoolStaller? staller;
    private LateStart? lateStart;

    /// <inheritdoc />
    public override string Id => "failing";

    /// <inheritdoc />
    public override string Summary => "goes wrong after some thousands of calls: for trying what happens when a workload fails";

    /// <inheritdoc />
    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("ok", "does not fail", "int"),
        new("throws", "throws InvalidOperationException", "int"),
        new("fails-fast", "ends the process with Environment.FailFast", "int"),
        new("stack-overflow", "recurses without end", "int"),
        new("bad-pointer", "writes to memory that is not there", "int"),
        new("prints", "prints megabytes on both streams and goes on", "int"),
        new("prints-one-line", "prints 128 MB on both streams without the end of a line, and goes on", "int"),
        new("small-steps", "does not fail: a sum by many small methods", "int"),
        new("late-start", "the same sum while new code turns up for 4 s, which holds tier-up back", "int"),
        new("stalls", "does nothing while every thread of the pool stands still for 100 ms every 2 s", "int"),
    ];

    /// <inheritdoc />
    public override IReadOnlyList<Expected> Expected { get; } = [new("ok", Arguments.None, 0, "nothing")];

    /// <inheritdoc />
    public override void TearDown()
    {
        staller?.Dispose();
        staller = null;
        lateStart?.Dispose();
        lateStart = null;
    }

    /// <inheritdoc />
    public override Operation CreateOperation(string variant, Arguments arguments) => variant switch
    {
        "ok" => Fail(static () => { }),
        "throws" => Fail(static () => throw new InvalidOperationException("thrown on purpose")),
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
