using AsyncLoad.Tests.Workloads;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>
/// A thread that blocks finds no box of a method that an async caller consumes: the pool thread gives it back to its own core, which is another
/// one. The figures are those published for bool, and the same with a larger result.
/// </summary>
[Collection(nameof(WholeProcess))]
public class PoolThreadPlacementTests
{
    // Few, so that most counts hold nothing else. Beside busy loops up to three operations in a hundred allocate 32 B for a method that finished before its
    // result was asked for, or 40 B for one that finished while the thread began to wait; of 20 operations that may be in most counts.
    private const long Operations = 5;

    // With one core there is no other to give a box back to.
    private static readonly bool CoresToChoose = OperatingSystem.IsLinux() && Environment.ProcessorCount > 1;

    [Theory]
    [InlineData("async-task-over-pooled", "bool", 112, 224)]
    [InlineData("async-task-over-pooled", "decimal", 136, 272)]
    [InlineData("task-over-pooled", "bool", 88, 200)]
    [InlineData("task-over-pooled", "decimal", 96, 232)]
    [InlineData("async-value-task-over-pooled", "bool", 120, 232)]
    [InlineData("async-value-task-over-pooled", "decimal", 152, 288)]
    [InlineData("async-plain-value-task-over-pooled", "bool", 112, 224)]
    [InlineData("async-plain-value-task-over-pooled", "decimal", 128, 264)]
    public void A_blocked_thread_misses_the_pool_in_every_process(string variant, string result, int hit, int missed)
    {
        using var host = new CountingHost();

        var bytes = host.BytesPerOperation("wrapping", variant, Arguments.Of(("probability", "0"), ("result", result)), Operations);

        if (CoresToChoose) Assert.Equal(missed, bytes);
        else Assert.InRange(bytes, hit, missed);
    }
}
