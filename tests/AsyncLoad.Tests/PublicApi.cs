using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace AsyncLoad.Tests;

/// <summary>
/// The public API of an assembly as text, one line a member, in an order that does not depend on the source's. Left out: overrides, and
/// what the compiler adds to records.
/// </summary>
internal static class PublicApi
{
    private const BindingFlags Visible = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly NullabilityInfoContext Nullability = new();

    public static string Describe(Assembly assembly)
    {
        var text = new StringBuilder();
        foreach (var type in assembly.GetExportedTypes().OrderBy(type => type.FullName, StringComparer.Ordinal))
        {
            text.Append(Heading(type)).Append('\n');
            foreach (var member in Members(type).Order(StringComparer.Ordinal)) text.Append("    ").Append(member).Append('\n');
            text.Append('\n');
        }

        return text.ToString();
    }

    private static string Heading(Type type)
    {
        var kind = type switch
        {
            { IsEnum: true } => "enum",
            { IsInterface: true } => "interface",
            { IsValueType: true } => "struct",
            _ when type.GetMethod("<Clone>$") is not null => type.IsSealed ? "sealed record" : "record",
            { IsAbstract: true, IsSealed: true } => "static class",
            { IsAbstract: true } => "abstract class",
            { IsSealed: true } => "sealed class",
            _ => "class",
        };
        Type?[] bases = [type.BaseType, .. type.GetInterfaces().OrderBy(Name, StringComparer.Ordinal)];
        var equatable = typeof(IEquatable<>).MakeGenericType(type);
        var shown = bases.OfType<Type>().Where(entry => entry != typeof(object) && entry != equatable && !type.IsEnum).Select(Name).ToArray();
        return $"{kind} {type.Namespace}.{Name(type)}{(shown.Length > 0 ? " : " + string.Join(", ", shown) : "")}";
    }

    private static IEnumerable<string> Members(Type type) => type.IsEnum
        ? type.GetFields(BindingFlags.Public | BindingFlags.Static).Select(field => $"{field.Name} = {Convert.ToInt64(field.GetRawConstantValue(), null)}")
        : type.GetMembers(Visible).Select(Describe).OfType<string>();

    private static string? Describe(MemberInfo member) => member switch
    {
        MethodInfo { IsSpecialName: false } method when IsVisible(method) && !IsOverride(method) && !method.IsDefined(typeof(CompilerGeneratedAttribute)) =>
            $"{Modifiers(method)}{Returned(method)} {method.Name}{Generic(method)}({Parameters(method)})",
        ConstructorInfo constructor when IsVisible(constructor) => $"{Modifiers(constructor)}new({Parameters(constructor)})",
        PropertyInfo property when property.GetAccessors(nonPublic: true).Any(accessor => IsVisible(accessor) && !IsOverride(accessor)) =>
            $"{Modifiers(property.GetAccessors(nonPublic: true)[0])}{Name(property.PropertyType)}{Mark(Nullability.Create(property).ReadState)} "
            + $"{property.Name}{Index(property)} {{ {string.Join(' ', Accessors(property))} }}",
        FieldInfo field when field.IsPublic || field.IsFamily =>
            $"field {Name(field.FieldType)}{Mark(Nullability.Create(field).ReadState)} {field.Name}",
        EventInfo raised => $"event {raised.EventHandlerType} {raised.Name}",
        _ => null,
    };

    private static bool IsVisible(MethodBase method) => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly;

    private static bool IsOverride(MethodInfo method) => method.GetBaseDefinition().DeclaringType != method.DeclaringType;

    private static string Modifiers(MethodBase method) =>
        (method.IsFamily ? "protected " : "") + (method.IsStatic ? "static " : method.IsAbstract ? "abstract " : method.IsVirtual && !method.IsFinal ? "virtual " : "");

    private static IEnumerable<string> Accessors(PropertyInfo property)
    {
        if (property.GetMethod is { } getter && IsVisible(getter)) yield return "get;";
        if (property.SetMethod is not { } setter || !IsVisible(setter)) yield break;
        yield return setter.ReturnParameter.GetRequiredCustomModifiers().Length > 0 ? "init;" : "set;";
    }

    private static string Index(PropertyInfo property) =>
        property.GetIndexParameters() is { Length: > 0 } index ? $"[{string.Join(", ", index.Select(Describe))}]" : "";

    private static string Returned(MethodInfo method) =>
        Name(method.ReturnType) + (method.ReturnType.IsGenericParameter ? "" : Mark(Nullability.Create(method.ReturnParameter).ReadState));

    private static string Generic(MethodInfo method) =>
        method.IsGenericMethod ? $"<{string.Join(", ", method.GetGenericArguments().Select(Name))}>" : "";

    private static string Parameters(MethodBase method) => string.Join(", ", method.GetParameters().Select(Describe));

    private static string Describe(ParameterInfo parameter) =>
        $"{Name(parameter.ParameterType)}{Mark(Nullability.Create(parameter).WriteState)} {parameter.Name}{(parameter.HasDefaultValue ? $" = {parameter.DefaultValue ?? "null"}" : "")}";

    private static string Mark(NullabilityState state) => state == NullabilityState.Nullable ? "?" : "";

    private static string Name(Type type)
    {
        if (Nullable.GetUnderlyingType(type) is { } value) return Name(value);
        if (type.IsArray) return $"{Name(type.GetElementType()!)}[]";
        var nested = type.IsNested && !type.IsGenericParameter ? $"{Name(type.DeclaringType!)}." : "";
        var plain = type.Name.Split('`')[0];
        return type.IsGenericType ? $"{nested}{plain}<{string.Join(", ", type.GetGenericArguments().Select(Name))}>" : nested + plain;
    }
}
