using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using AsyncLoad.Host.Loads;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>Runs an operation once and gives its value as invariant text, or null when it returns none. Both sides of a comparison must return the same value.</summary>
internal sealed class ReturnedValue : IOperationVisitor<string?>
{
    /// <summary>Characters of a value that are sent; of a longer one also its length and hash.</summary>
    private const int Longest = 1_000;

    private static readonly TimeSpan StartedBy = TimeSpan.FromSeconds(5);

    private static readonly ReturnedValue Any = new(plainOnly: false);
    private static readonly ReturnedValue Plain = new(plainOnly: true);

    private readonly bool plainOnly;

    private ReturnedValue(bool plainOnly) => this.plainOnly = plainOnly;

    /// <summary>The value, of any type.</summary>
    public static string? Of(Operation operation) => operation.Accept(Any);

    /// <summary>The value where its text says all of it: a number, a text or null in place of one, an enum, a point in time. Null for objects, and for no value.</summary>
    public static string? OfPlain(Operation operation) => operation.Accept(Plain);

    public string? OnVoid(Action body)
    {
        body();
        return null;
    }

    public string? OnSync<T>(Func<T> body) => Text(body());

    public string? OnTask(Func<Task> body)
    {
        var awaiter = Made(body()).GetAwaiter();
        if (!awaiter.IsCompleted) new PendingWait().Wait(awaiter);
        awaiter.GetResult();
        return null;
    }

    public string? OnTask<T>(Func<Task<T>> body)
    {
        var awaiter = Made(body()).GetAwaiter();
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

    // Said here, since the driver would fail at it, or wait for it, without a reason.
    private static TTask Made<TTask>(TTask? task)
        where TTask : Task
    {
        if (task is null) throw new InvalidOperationException("the method returned null in place of a task");
        if (task.Status == TaskStatus.Created && !IsStartedSoon(task))
            throw new InvalidOperationException("the method returned a task that was never started (status Created), so it never ends: return one that runs, such as Task.Run(…), or call its Start()");
        return task;
    }

    // Something else may start it a moment later.
    private static bool IsStartedSoon(Task task) => ((IAsyncResult)task).AsyncWaitHandle.WaitOne(StartedBy) || task.Status != TaskStatus.Created;

    private string? Text<T>(T value) => plainOnly && !(value is null ? TakesNull(typeof(T)) : IsPlain(value)) ? null : Shortened(Written(value));

    private static string Written(object? value) => value switch
    {
        null => "(null)",
        // Their usual text ends with the second.
        DateTime or DateTimeOffset or TimeOnly => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };

    // A text that is cut keeps a hash, which distinguishes it from others.
    private static string Shortened(string text) => text.Length <= Longest ? text : string.Create(
        CultureInfo.InvariantCulture, $"{text[..Longest]}… ({text.Length} characters, SHA-256 {Convert.ToHexString(SHA256.HashData(MemoryMarshal.AsBytes(text.AsSpan())))})");

    private static bool IsPlain(object value) =>
        value is string or decimal or Guid or DateTime or DateTimeOffset or DateOnly or TimeOnly or TimeSpan or Int128 or UInt128 or Half or BigInteger
        || value.GetType().IsPrimitive || value.GetType().IsEnum;

    // Null of an object says nothing of what the other side returns.
    private static bool TakesNull(Type type) => type == typeof(string) || Nullable.GetUnderlyingType(type) is not null;
}
