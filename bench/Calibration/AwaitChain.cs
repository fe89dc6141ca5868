using AsyncLoad.Workloads;
using AsyncLoad.Workloads.CallChain;
using BenchmarkDotNet.Attributes;

namespace AsyncLoad.Calibration;

/// <summary>The await pair of <c>call-chain</c>, deep, string: the same compiled methods that AsyncLoad measures, through the same delegates.</summary>
[MemoryDiagnoser]
public class AwaitChain
{
    private readonly Func<Task<string>> task = Delegates.Task("await-task");
    private readonly Func<ValueTask<string>> valueTask = Delegates.ValueTask("await-value-task");

    [Benchmark(Baseline = true)]
    public Task<string> AwaitTask() => task();

    [Benchmark]
    public ValueTask<string> AwaitValueTask() => valueTask();

    private sealed class Delegates : IOperationVisitor<Delegate>
    {
        public static Func<Task<string>> Task(string variant) => (Func<Task<string>>)Of(variant);

        public static Func<ValueTask<string>> ValueTask(string variant) => (Func<ValueTask<string>>)Of(variant);

        public Delegate OnSync<T>(Func<T> body) => body;

        public Delegate OnTask(Func<Task> body) => body;

        public Delegate OnTask<T>(Func<Task<T>> body) => body;

        public Delegate OnValueTask(Func<ValueTask> body) => body;

        public Delegate OnValueTask<T>(Func<ValueTask<T>> body) => body;

        private static Delegate Of(string variant) =>
            new CallChainWorkload().CreateOperation(variant, Arguments.Of(("deep", "true"), ("result", "string"))).Accept(new Delegates());
    }
}
