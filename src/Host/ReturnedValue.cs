using System.Globalization;
using AsyncLoad.Host.Loads;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>Runs an operation once and tells its value as invariant text, or null when it returns none: both sides of a comparison must do the same job.</summary>
internal sealed class ReturnedValue : IOperationVisitor<string?>
{
    private static readonly ReturnedValue Any = new(plainOnly: false);
    private static readonly ReturnedValue Plain = new(plainOnly: true);

    private readonly bool plainOnly;

    private ReturnedValue(bool plainOnly) => this.plainOnly = plainOnly;

    /// <summary>The value, whatever its type.</summary>
    public static string? Of(Operation operation) => operation.Accept(Any);

    /// <summary>The value where its text says all of it: a number, a text, an enum, a moment. Null for objects, and for no value.</summary>
    public static string? OfPlain(Operation operation) => operation.Accept(Plain);

    public string? OnVoid(Action body)
    {
        body();
        return null;
    }

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

    private string? Text<T>(T value) => plainOnly && !IsPlain(value) ? null : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "null";

    private static bool IsPlain(object? value) =>
        value is string or decimal or Guid or DateTime or DateTimeOffset or TimeSpan or Int128 or UInt128 or Half
        || value is not null && (value.GetType().IsPrimitive || value.GetType().IsEnum);
}
