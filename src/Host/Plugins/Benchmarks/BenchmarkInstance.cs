using System.Reflection;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Makes instances of benchmark classes, and calls their methods outside of measuring. Their exceptions are not wrapped.</summary>
internal static class BenchmarkInstance
{
    /// <summary>A new instance.</summary>
    /// <exception cref="PluginRefusedException">The class cannot be made without arguments.</exception>
    public static object Create(Type type) =>
        type.GetConstructor([])?.Invoke(BindingFlags.DoNotWrapExceptions, null, null, null)
        ?? throw new PluginRefusedException(PluginRefusedException.NoConstructor);

    /// <summary>Whether a method with a return type has ended when <see cref="Call"/> returns.</summary>
    public static bool IsWaitedFor(Type returned)
    {
        if (BenchmarkResult.LeavesUndone(returned)) return false;
        var shape = returned.IsGenericType ? returned.GetGenericTypeDefinition() : returned;
        return !BenchmarkResult.Waits(returned) || typeof(Task).IsAssignableFrom(returned) || shape == typeof(ValueTask) || shape == typeof(ValueTask<>);
    }

    /// <summary>Calls a method without parameters and waits for what it returns where that is a task.</summary>
    public static void Call(object instance, MethodInfo method)
    {
        switch (method.Invoke(method.IsStatic ? null : instance, BindingFlags.DoNotWrapExceptions, null, null, null))
        {
            case Task task:
                task.GetAwaiter().GetResult();
                break;
            case ValueTask task:
                task.AsTask().GetAwaiter().GetResult();
                break;
            case { } value when value.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(ValueTask<>):
                ((Task)type.GetMethod(nameof(ValueTask<>.AsTask))!.Invoke(value, BindingFlags.DoNotWrapExceptions, null, null, null)!).GetAwaiter().GetResult();
                break;
        }
    }
}

/// <summary>
/// A benchmark method as an operation: a typed delegate on the instance. No reflection is left when measuring begins. For a method with
/// arguments, the delegate calls another that holds them in typed fields: nothing is boxed, and the compiler cannot know their values.
/// </summary>
internal static class BenchmarkCall
{
    /// <summary>Most parameters that a method may take.</summary>
    public const int MostParameters = 4;

    private static readonly Type[] Actions = [typeof(Action), typeof(Action<>), typeof(Action<,>), typeof(Action<,,>), typeof(Action<,,,>)];
    private static readonly Type[] Functions = [typeof(Func<>), typeof(Func<,>), typeof(Func<,,>), typeof(Func<,,,>), typeof(Func<,,,,>)];
    private static readonly Type[] BoundActions = [typeof(BoundAction<>), typeof(BoundAction<,>), typeof(BoundAction<,,>), typeof(BoundAction<,,,>)];
    private static readonly Type[] BoundFunctions = [typeof(BoundFunction<,>), typeof(BoundFunction<,,>), typeof(BoundFunction<,,,>), typeof(BoundFunction<,,,,>)];

    /// <summary>The operation that calls a method on an instance, with arguments where it takes some.</summary>
    public static Operation Of(MethodInfo method, object instance, object?[] arguments)
    {
        var returned = method.ReturnType;
        var body = method.CreateDelegate(BodyType(method), method.IsStatic ? null : instance);
        var call = arguments.Length == 0 ? body : Bound(method, body, arguments);
        if (returned == typeof(void)) return Operation.From((Action)call);
        if (returned == typeof(Task)) return Operation.FromTask((Func<Task>)call);
        if (returned == typeof(ValueTask)) return Operation.FromValueTask((Func<ValueTask>)call);
        var shape = returned.IsGenericType ? returned.GetGenericTypeDefinition() : null;
        if (shape == typeof(Task<>)) return Typed(nameof(FromTask), returned.GetGenericArguments()[0], call);
        if (shape == typeof(ValueTask<>)) return Typed(nameof(FromValueTask), returned.GetGenericArguments()[0], call);
        return BenchmarkResult.Consumed(returned, call) ?? Typed(nameof(From), returned, call);
    }

    private static Type BodyType(MethodInfo method)
    {
        var types = TypesOf(method);
        var count = method.GetParameters().Length;
        return method.ReturnType == typeof(void) ? (count == 0 ? Actions[0] : Actions[count].MakeGenericType(types)) : Functions[count].MakeGenericType(types);
    }

    private static Delegate Bound(MethodInfo method, Delegate body, object?[] arguments)
    {
        var bound = (method.ReturnType == typeof(void) ? BoundActions : BoundFunctions)[arguments.Length - 1].MakeGenericType(TypesOf(method));
        var holder = bound.GetConstructors().Single().Invoke(BindingFlags.DoNotWrapExceptions, null, [body, .. arguments], null);
        var type = method.ReturnType == typeof(void) ? typeof(Action) : typeof(Func<>).MakeGenericType(method.ReturnType);
        return Delegate.CreateDelegate(type, holder, nameof(BoundAction<>.Call));
    }

    // Those of the parameters, then that of the result where there is one.
    private static Type[] TypesOf(MethodInfo method) =>
        [.. method.GetParameters().Select(parameter => parameter.ParameterType), .. new[] { method.ReturnType }.Where(type => type != typeof(void))];

    private static Operation Typed(string name, Type result, Delegate call) => (Operation)typeof(BenchmarkCall)
        .GetMethod(name, BindingFlags.NonPublic | BindingFlags.Static)!
        .MakeGenericMethod(result)
        .Invoke(null, BindingFlags.DoNotWrapExceptions, null, [call], null)!;

    private static Operation From<T>(Func<T> call) => Operation.From(call);

    private static Operation FromTask<T>(Func<Task<T>> call) => Operation.FromTask(call);

    private static Operation FromValueTask<T>(Func<ValueTask<T>> call) => Operation.FromValueTask(call);

    private sealed class BoundAction<T1>(Action<T1> body, T1 first)
    {
        public void Call() => body(first);
    }

    private sealed class BoundAction<T1, T2>(Action<T1, T2> body, T1 first, T2 second)
    {
        public void Call() => body(first, second);
    }

    private sealed class BoundAction<T1, T2, T3>(Action<T1, T2, T3> body, T1 first, T2 second, T3 third)
    {
        public void Call() => body(first, second, third);
    }

    private sealed class BoundAction<T1, T2, T3, T4>(Action<T1, T2, T3, T4> body, T1 first, T2 second, T3 third, T4 fourth)
    {
        public void Call() => body(first, second, third, fourth);
    }

    private sealed class BoundFunction<T1, TResult>(Func<T1, TResult> body, T1 first)
    {
        public TResult Call() => body(first);
    }

    private sealed class BoundFunction<T1, T2, TResult>(Func<T1, T2, TResult> body, T1 first, T2 second)
    {
        public TResult Call() => body(first, second);
    }

    private sealed class BoundFunction<T1, T2, T3, TResult>(Func<T1, T2, T3, TResult> body, T1 first, T2 second, T3 third)
    {
        public TResult Call() => body(first, second, third);
    }

    private sealed class BoundFunction<T1, T2, T3, T4, TResult>(Func<T1, T2, T3, T4, TResult> body, T1 first, T2 second, T3 third, T4 fourth)
    {
        public TResult Call() => body(first, second, third, fourth);
    }
}
