using System.Globalization;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Values of parameters as text, the same under every culture: what profiles and reports call them.</summary>
internal static class ValueText
{
    private const int Longest = 100;

    /// <summary>The texts of some values, in their order, each different from the others.</summary>
    public static IReadOnlyList<string> Distinct(IEnumerable<string> texts)
    {
        var taken = new Dictionary<string, int>(StringComparer.Ordinal);
        return [.. texts.Select(text =>
        {
            var count = taken[text] = taken.GetValueOrDefault(text) + 1;
            return count == 1 ? text : string.Create(CultureInfo.InvariantCulture, $"{text} #{count}");
        })];
    }

    /// <summary>The text of a value.</summary>
    public static string Of(object? value)
    {
        var text = value switch
        {
            null => "null",
            string words => words,
            bool flag => flag ? "true" : "false",
            Array array => string.Create(CultureInfo.InvariantCulture, $"{CSharpTypeName.Of(array.GetType().GetElementType()!)}[{array.Length}]"),
            Type type => CSharpTypeName.Of(type),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            _ => value.ToString() ?? CSharpTypeName.Of(value.GetType()),
        };
        return text.Length <= Longest ? text : text[..Longest] + "…";
    }
}
