using Xunit;

namespace AsyncLoad.Tests.Workloads;

/// <summary>
/// Which completed tasks the runtime keeps: facts from "The performance characteristics of async methods in C#" that the bytes of all workloads
/// rest on.
/// </summary>
public class CachedTaskTests
{
    [Fact]
    public void An_async_Task_method_returns_the_same_instance_twice() => Assert.Same(Complete(), Complete());

    [Theory]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(8)]
    public void Small_numbers_have_one_task(int value) => Assert.Same(Return(value), Return(value));

    [Theory]
    [InlineData(-2)]
    [InlineData(9)]
    [InlineData(int.MaxValue)]
    public void Other_numbers_get_a_new_task_each_time(int value) => Assert.NotSame(Return(value), Return(value));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Either_bool_has_one_task(bool value) => Assert.Same(Return(value), Return(value));

    [Fact]
    public void Zeroes_of_up_to_16_bytes_have_one_task()
    {
        Assert.Same(Return(0L), Return(0L));
        Assert.Same(Return(0.0), Return(0.0));
        Assert.Same(Return(0m), Return(0m));
        Assert.Same(Return(Guid.Empty), Return(Guid.Empty));
        Assert.Same(Return<string?>(null), Return<string?>(null));
    }

    [Fact]
    public void Anything_else_has_none()
    {
        Assert.NotSame(Return(1L), Return(1L));
        Assert.NotSame(Return(-0.0), Return(-0.0));
        Assert.NotSame(Return(1234.567m), Return(1234.567m));
        Assert.NotSame(Return("foobar"), Return("foobar"));
        Assert.NotSame(Return((0L, 0L, 0L)), Return((0L, 0L, 0L)));
    }

#pragma warning disable CS1998 // An async method without await is what the text is about.
    private static async Task Complete()
    {
    }

    private static async Task<T> Return<T>(T value) => value;
#pragma warning restore CS1998
}
