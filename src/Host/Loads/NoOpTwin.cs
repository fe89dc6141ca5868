using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Makes an operation of the same shape that does nothing: under the same load, it shows what the load itself allocates.</summary>
internal sealed class NoOpTwin : IOperationVisitor<Operation>
{
    private static readonly NoOpTwin Instance = new();

    private NoOpTwin()
    {
    }

    public static Operation Of(Operation operation) => operation.Accept(Instance);

    public Operation OnVoid(Action body) => Operation.From(static () => { });

    public Operation OnSync<T>(Func<T> body) => Operation.From<T>(static () => default!);

    public Operation OnTask(Func<Task> body) => Operation.FromTask(static () => Task.CompletedTask);

    public Operation OnTask<T>(Func<Task<T>> body)
    {
        var completed = Task.FromResult<T>(default!);
        return Operation.FromTask(() => completed);
    }

    public Operation OnValueTask(Func<ValueTask> body) => Operation.FromValueTask(static () => default);

    public Operation OnValueTask<T>(Func<ValueTask<T>> body) => Operation.FromValueTask<T>(static () => default);
}
