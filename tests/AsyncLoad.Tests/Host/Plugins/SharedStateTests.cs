using System.Collections.Concurrent;
using System.Threading.Channels;
using AsyncLoad.Host.Plugins.Benchmarks;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

#pragma warning disable CA1001, CA1823, CS0169, CS0414, IDE0044, IDE0051, IDE0052 // Fields are looked at and not used.

public sealed class SharedStateTests
{
    [Theory]
    [InlineData(typeof(WithSemaphore), "gate (SemaphoreSlim)")]
    [InlineData(typeof(WithLock), "guard (object)")]
    [InlineData(typeof(Derived), "guard (object)")]
    [InlineData(typeof(WithCollection), "Entries (ConcurrentDictionary<int, string>)")]
    [InlineData(typeof(WithChannel), "channel (Channel<int>)")]
    [InlineData(typeof(Holding), "cache.Entries (ConcurrentDictionary<int, string>)")]
    [InlineData(typeof(WithStatic), null)]
    [InlineData(typeof(WithPlainFields), null)]
    [InlineData(typeof(Circular), null)]
    public void Fields_that_threads_would_wait_at_are_found(Type type, string? found) => Assert.Equal(found, SharedState.Find(type));

    private sealed class WithSemaphore
    {
        private readonly SemaphoreSlim gate = new(1);
    }

    private class WithLock
    {
        private readonly object guard = new();
    }

    private sealed class Derived : WithLock;

    private sealed class WithCollection
    {
        public ConcurrentDictionary<int, string> Entries { get; } = [];
    }

    private sealed class WithChannel
    {
        private readonly Channel<int> channel = Channel.CreateUnbounded<int>();
    }

    private sealed class Holding
    {
        private readonly WithCollection cache = new();
    }

    // It is one for all instances anyway.
    private sealed class WithStatic
    {
        private static readonly SemaphoreSlim Gate = new(1);
    }

    private sealed class WithPlainFields
    {
        private readonly List<int> list = [];
        private object? value;
        private string text = "";
    }

    private sealed class Circular
    {
        private Circular? next;
    }
}
