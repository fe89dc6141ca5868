using System.Globalization;
using AsyncLoad.Host.Loads;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>Runs an operation once and tells its value as invariant text, or null when it returns none: both arms of a comparison must do the same job.</summary>
internal sealed class ReturnedValue : IOperationVisitor<string?>
{
    private static readonly ReturnedValue Instance = new();

    private ReturnedValue()
    {
    }

    public static string? Of(Operation operation) => operation.Accept(Instance);

    public string? OnSync<T>(Func<T> body) => Text(body());

    public string? OnTask(Func<Task> body)
    {
        var awaiter = body().GetAwaiter();
        if (!awaiter.IsCompleted) new PendingWait().Wait(awaiter);
        awaiter.GetResult();
        return null;
    }

    public string? OnTask<T>(Func<Task<T>> body)
    {
        var awaiter = body().GetAwaiter();
        if (!awaiter.IsCompleted) new PendingWait().Wait(awaiter);
        return Text(awaiter.GetResult());
    }

    public string? OnValueTask(Func<ValueTask> body)
    {
        var awaiter = body().GetAwaiter();
        if (!awaiter.IsCompleted) new PendingWait().Wait(awaiter);
        awaiter.GetResult();
        return null;
    }

    public string? OnValueTask<T>(Func<ValueTask<T>> body)
    {
        var awaiter = body().GetAwaiter();
        if (!awaiter.IsCompleted) new PendingWait().Wait(awaiter);
        return Text(awaiter.GetResult());
    }

    private static string Text<T>(T value) => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "null";
}
