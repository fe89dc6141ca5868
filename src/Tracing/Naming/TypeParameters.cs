using System.Globalization;

namespace AsyncLoad.Tracing.Naming;

/// <summary>What type parameters are called, or which types stand for them.</summary>
internal sealed record TypeParameters(IReadOnlyList<string> OfType, IReadOnlyList<string> OfMethod)
{
    /// <summary>Nothing is known of them.</summary>
    public static TypeParameters Unknown { get; } = new([], []);

    /// <summary>Names for so many of which only the number is known: T alone, or T1, T2 and on.</summary>
    public static TypeParameters Numbered(int ofType, int ofMethod)
    {
        var all = ofType + ofMethod;
        var names = Enumerable.Range(1, all).Select(number => all == 1 ? "T" : $"T{number.ToString(CultureInfo.InvariantCulture)}").ToArray();
        return new(names[..ofType], names[ofType..]);
    }

    /// <summary>The name of one.</summary>
    /// <param name="parameter">How a signature refers to it: <c>!0</c> or <c>!!0</c>.</param>
    public string Name(string parameter)
    {
        var names = parameter.StartsWith("!!", StringComparison.Ordinal) ? OfMethod : OfType;
        return int.TryParse(parameter.AsSpan().TrimStart('!'), NumberStyles.None, CultureInfo.InvariantCulture, out var place) && place < names.Count ? names[place] : "T";
    }
}
