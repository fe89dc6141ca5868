using System.Collections;
using System.Globalization;
using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>
/// Values that stand in an attribute or come from a member of the class. A member is asked again for each instance, so that workers do not share
/// what it makes.
/// </summary>
/// <param name="enumerate">Makes all values.</param>
internal sealed class ValueSource(Func<IEnumerable<object?>> enumerate)
{
    private const int Most = 1_000;

    private const BindingFlags Anywhere =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static | BindingFlags.Instance | BindingFlags.FlattenHierarchy;

    /// <summary>All values, made anew.</summary>
    /// <exception cref="PluginRefusedException">There are none, or more than a thousand.</exception>
    public IReadOnlyList<object?> Values()
    {
        var values = enumerate().Take(Most + 1).ToList();
        if (values.Count == 0) throw new PluginRefusedException("there is no value to measure with");
        return values.Count <= Most ? values : throw new PluginRefusedException($"there are more than {Most.ToString("N0", CultureInfo.InvariantCulture)} values to measure with");
    }

    /// <summary>Values that stand in an attribute.</summary>
    public static ValueSource Of(IReadOnlyList<object?> values) => new(() => values);

    /// <summary>Every value of a type that has few: <c>bool</c>, an enum, and null before them where it is nullable.</summary>
    /// <exception cref="PluginRefusedException">It is another type.</exception>
    public static ValueSource AllOf(Type type)
    {
        var plain = Nullable.GetUnderlyingType(type) ?? type;
        object?[] values = plain == typeof(bool) ? [false, true]
            : plain.IsEnum ? [.. Enum.GetValues(plain).Cast<object>()]
            : throw new PluginRefusedException($"[ParamsAllValues] takes bool and enums, not {CSharpTypeName.Of(type)}");
        return Of(plain == type ? values : [null, .. values]);
    }

    /// <summary>Values of a member that an attribute names, of the class or of the type that it names before it.</summary>
    /// <exception cref="PluginRefusedException">There is no such member.</exception>
    public static ValueSource Named(Type type, AttributeUse attribute)
    {
        var (owner, name) = attribute.Arguments switch
        {
            [string member] => (type, member),
            [Type other, string member] => (other, member),
            _ => throw new PluginRefusedException($"[{attribute.Name}] names no member"),
        };
        if (owner.GetProperty(name, Anywhere)?.GetMethod is { } getter) return FromMethod(owner, getter);
        if (owner.GetMethod(name, Anywhere, []) is { } method) return FromMethod(owner, method);
        throw new PluginRefusedException($"{CSharpTypeName.Of(owner)} has no property or method without parameters called {name}");
    }

    private static ValueSource FromMethod(Type owner, MethodInfo method) => new(() =>
    {
        var target = method.IsStatic ? null : BenchmarkInstance.Create(owner);
        return method.Invoke(target, BindingFlags.DoNotWrapExceptions, null, null, null) is IEnumerable values
            ? values.Cast<object?>()
            : throw new PluginRefusedException($"{method.Name} returns no list of values");
    });
}
