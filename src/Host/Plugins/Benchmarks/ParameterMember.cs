using System.Globalization;
using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A property or field with <c>[Params]</c>, <c>[ParamsSource]</c> or <c>[ParamsAllValues]</c>.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Texts">Its values as text, in their order.</param>
/// <param name="Set">Gives an instance the value of a text.</param>
internal sealed record ParameterMember(string Name, IReadOnlyList<string> Texts, Action<object, string> Set)
{
    private const BindingFlags Everything = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;

    /// <summary>All of a class, those of its base classes first.</summary>
    /// <exception cref="PluginRefusedException">One of them cannot be set, or has no values.</exception>
    public static IReadOnlyList<ParameterMember> Of(Type type) =>
    [
        .. type.GetMembers(Everything)
            .Where(member => member is PropertyInfo or FieldInfo)
            .Select(member => (Member: member, Source: SourceOf(type, member)))
            .Where(entry => entry.Source is not null)
            .OrderBy(entry => Depth(entry.Member.DeclaringType))
            .ThenBy(entry => entry.Member.MetadataToken)
            .Select(entry => Read(entry.Member, entry.Source!)),
    ];

    private static ValueSource? SourceOf(Type type, MemberInfo member)
    {
        if (AttributeReader.Find(member, BenchmarkAttributes.Params) is { } values) return ValueSource.Of(values.Listed);
        if (AttributeReader.Find(member, BenchmarkAttributes.ParamsSource) is { } source) return ValueSource.Named(type, source);
        return AttributeReader.Has(member, BenchmarkAttributes.ParamsAllValues) ? ValueSource.AllOf(TypeOf(member)) : null;
    }

    private static ParameterMember Read(MemberInfo member, ValueSource source)
    {
        if (!IsSettable(member)) throw new PluginRefusedException($"{member.Name} cannot be set from outside: it must be public and not read-only");
        var texts = ValueText.Distinct(source.Values().Select(ValueText.Of));
        return new ParameterMember(member.Name, texts, (instance, text) =>
        {
            var index = texts.ToList().IndexOf(text);
            if (index < 0) throw new PluginRefusedException($"{member.Name} has no value '{text}'");
            Assign(member, instance, ArgumentConversion.To(TypeOf(member), source.Values()[index]));
        });
    }

    private static bool IsSettable(MemberInfo member) => member switch
    {
        PropertyInfo { SetMethod.IsPublic: true } => true,
        FieldInfo { IsPublic: true, IsInitOnly: false, IsLiteral: false } => true,
        _ => false,
    };

    private static void Assign(MemberInfo member, object instance, object? value)
    {
        if (member is PropertyInfo property) property.SetValue(instance, value, BindingFlags.DoNotWrapExceptions, null, null, CultureInfo.InvariantCulture);
        else ((FieldInfo)member).SetValue(instance, value);
    }

    private static Type TypeOf(MemberInfo member) => member is PropertyInfo property ? property.PropertyType : ((FieldInfo)member).FieldType;

    private static int Depth(Type? type) => type is null ? 0 : 1 + Depth(type.BaseType);
}
