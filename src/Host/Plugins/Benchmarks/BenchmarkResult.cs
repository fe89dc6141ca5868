using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>
/// Decides how the result of a benchmark is consumed. As in BenchmarkDotNet 0.16, everything that C# can await is awaited, and a stream is enumerated
/// to its end. Results that do nothing until they are used are refused. Version 0.15.8 awaits only tasks, and does not enumerate streams.
/// </summary>
internal static class BenchmarkResult
{
    // F#'s Async, which does nothing until it is started. Its library is not referenced.
    private const string Async = "Microsoft.FSharp.Control.FSharpAsync`1";

    private static readonly Type[] Deferred =
    [
        typeof(IEnumerable), typeof(IEnumerable<>), typeof(IEnumerator), typeof(IEnumerator<>), typeof(IAsyncEnumerator<>),
        typeof(IQueryable), typeof(IQueryable<>), typeof(IOrderedQueryable), typeof(IOrderedQueryable<>), typeof(IOrderedEnumerable<>),
        typeof(ParallelQuery), typeof(ParallelQuery<>), typeof(OrderedParallelQuery<>), typeof(Lazy<>), typeof(Lazy<,>),
    ];

    /// <summary>Whether a call is done only when its result has been awaited or enumerated.</summary>
    public static bool Waits(Type returned) => Awaited.Of(returned) is not null || ItemOf(returned) is not null;

    /// <summary>Whether a part of the work would not be done: the result is deferred, or what it yields is.</summary>
    public static bool LeavesUndone(Type returned)
    {
        var (awaited, item) = (Awaited.Of(returned), ItemOf(returned));
        if (awaited is not null) return item is not null || IsUndone(awaited.Result);
        return item is null ? IsDeferred(returned) || IsStream(returned) : IsUndone(item);
    }

    /// <summary>The operation of a call whose result is awaited or enumerated; null for another, and for tasks as they are.</summary>
    public static Operation? Consumed(Type returned, Delegate call)
    {
        var type = Awaited.Of(returned) is { } awaited ? typeof(AwaitedCall<,,>).MakeGenericType(returned, awaited.Awaiter, awaited.Result == typeof(void) ? typeof(Nothing) : awaited.Result)
            : ItemOf(returned) is { } item ? typeof(StreamCall<>).MakeGenericType(item)
            : null;
        return type is null ? null : ((ConsumedCall)Activator.CreateInstance(type, call)!).Operation;
    }

    private static bool IsUndone(Type type) => IsDeferred(type) || Waits(type) || IsStream(type);

    private static bool IsStream(Type type) => Streams(type).Any() || HasEnumerator(type);

    private static bool IsDeferred(Type type) => (type.IsGenericType ? type.GetGenericTypeDefinition() : type) is var shape && (Deferred.Contains(shape) || shape.FullName == Async);

    // C# prefers a type's own method to that of an interface, and that method may return anything.
    private static Type? ItemOf(Type type)
    {
        return Streams(type).ToList() is [var only] && !type.IsValueType && (type.IsInterface || !HasEnumerator(type, except: typeof(IAsyncEnumerator<>).MakeGenericType(only.GetGenericArguments())))
            ? only.GetGenericArguments()[0]
            : null;
    }

    private static IEnumerable<Type> Streams(Type type) =>
        type.GetInterfaces().Append(type).Where(one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>));

    private static bool HasEnumerator(Type type, Type? except = null) =>
        type.GetMethods().Any(method => method.Name == nameof(IAsyncEnumerable<>.GetAsyncEnumerator) && method.ReturnType != except);
}

/// <summary>How a type is awaited: by a method GetAwaiter, as C# finds it.</summary>
internal sealed record Awaited(MethodInfo GetAwaiter, MethodInfo IsCompleted, MethodInfo GetResult)
{
    public Type Awaiter => GetAwaiter.ReturnType;

    public Type Result => GetResult.ReturnType;

    /// <summary>That of a type; null where C# cannot await it, or only on the stack.</summary>
    public static Awaited? Of(Type type)
    {
        if (Parameterless(type, nameof(Task.GetAwaiter)) is not { ReturnType: { IsByRefLike: false, IsByRef: false } awaiter } getAwaiter) return null;
        return typeof(INotifyCompletion).IsAssignableFrom(awaiter)
            && Parameterless(awaiter, "get_" + nameof(TaskAwaiter.IsCompleted)) is { } isCompleted && isCompleted.ReturnType == typeof(bool)
            && Parameterless(awaiter, nameof(TaskAwaiter.GetResult)) is { } getResult
            ? new Awaited(getAwaiter, isCompleted, getResult)
            : null;
    }

    private static MethodInfo? Parameterless(Type type, string name) =>
        type.GetMethods(BindingFlags.Public | BindingFlags.Instance).FirstOrDefault(method => method.Name == name && !method.IsGenericMethod && method.GetParameters().Length == 0);
}

/// <summary>The result of what returns nothing.</summary>
internal readonly struct Nothing;
