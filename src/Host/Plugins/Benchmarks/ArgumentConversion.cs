using System.Globalization;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Values of attributes as the types that take them: an attribute has no <c>decimal</c>, and C# widens an <c>int</c> by itself.</summary>
internal static class ArgumentConversion
{
    /// <summary>The value as a type.</summary>
    /// <exception cref="PluginRefusedException">It cannot be one.</exception>
    public static object? To(Type type, object? value)
    {
        if (value is null || type.IsInstanceOfType(value)) return value;
        var plain = Nullable.GetUnderlyingType(type) ?? type;
        if (plain.IsEnum) return Enum.ToObject(plain, value);
        try
        {
            return Convert.ChangeType(value, plain, CultureInfo.InvariantCulture);
        }
        catch (Exception exception) when (exception is InvalidCastException or FormatException or OverflowException)
        {
            throw new PluginRefusedException($"{ValueText.Of(value)} is no {CSharpTypeName.Of(type)}");
        }
    }
}
