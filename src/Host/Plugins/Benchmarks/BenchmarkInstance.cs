using System.Reflection;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Makes instances of benchmark classes and calls their methods outside measuring; what they throw comes as it was thrown.</summary>
internal static class BenchmarkInstance
{
    /// <summary>A new instance.</summary>
    /// <exception cref="PluginRefusedException">The class cannot be made without arguments.</exception>
    public static object Create(Type type) =>
        type.GetConstructor([])?.Invoke(BindingFlags.DoNotWrapExceptions, null, null, null)
        ?? throw new PluginRefusedException("it has no public constructor without parameters");

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
