using BenchmarkDotNet.Attributes;

namespace Generated;

[AttributeUsage(AttributeTargets.Method)]
public class QuickAttribute(double most) : BenchmarkAttribute
{
    public double Most { get; } = most;
}

/// <summary>Derives once more, and sets what only its constructor says.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class HalvedAttribute : QuickAttribute
{
    public HalvedAttribute()
        : base(1) => (Description, OperationsPerInvoke) = ("in halves", 2);
}

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class SizesAttribute() : ParamsAttribute(8, 64);

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class PowersAttribute : ParamsAttribute
{
    public PowersAttribute(int count) => Values = [.. Enumerable.Range(0, count).Select(power => (object)(1 << power))];
}

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class EitherAttribute : ParamsAllValuesAttribute;

[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class FromTableAttribute() : ParamsSourceAttribute(typeof(Table), nameof(Table.Rows));

[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public sealed class PairAttribute(int first) : ArgumentsAttribute(first, first + 1);

[AttributeUsage(AttributeTargets.Method)]
public sealed class TriplesAttribute() : ArgumentsSourceAttribute(typeof(Table), nameof(Table.Triples));

[AttributeUsage(AttributeTargets.Method)]
public sealed class ReadyAttribute : GlobalSetupAttribute
{
    public ReadyAttribute(params string[] methods) => Targets = methods;
}

[AttributeUsage(AttributeTargets.Method)]
public sealed class DoneAttribute : GlobalCleanupAttribute;

[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class WithAttribute<T>() : GenericTypeArgumentsAttribute(typeof(T));
