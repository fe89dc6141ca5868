using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Json;

/// <summary>What a reader expects of a value.</summary>
internal abstract record ExpectedValue
{
    /// <summary>A whole number in a range.</summary>
    public sealed record Whole(int Min, int Max) : ExpectedValue;

    /// <summary>A number in a range.</summary>
    public sealed record Number(double Min, double Max) : ExpectedValue;

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public sealed record Flag : ExpectedValue;

    /// <summary>A size with its unit, in a range.</summary>
    public sealed record Size(ByteSize Min, ByteSize Max) : ExpectedValue;

    /// <summary>A length of time with its unit, in a range.</summary>
    public sealed record Time(Duration Min, Duration Max) : ExpectedValue;

    /// <summary>Any text.</summary>
    public sealed record Text : ExpectedValue;

    /// <summary>A name for ids.</summary>
    public sealed record Name(bool Capitals) : ExpectedValue;

    /// <summary>One of some words.</summary>
    public sealed record Words(IReadOnlyList<string> Known) : ExpectedValue;

    /// <summary>A text, a number, true or false: all become text.</summary>
    public sealed record Scalar : ExpectedValue;

    /// <summary>A list.</summary>
    public sealed record Items(bool MayBeEmpty) : ExpectedValue;

    /// <summary>An object with the members that it is asked for.</summary>
    public sealed record Members : ExpectedValue;

    /// <summary>An object whose members may have any names: which, the catalogue says.</summary>
    public sealed record AnyNames : ExpectedValue;

    /// <summary>An object with exactly one of some members.</summary>
    public sealed record OneOf(IReadOnlyList<string> Names) : ExpectedValue;

    /// <summary>An object with one of some members or none.</summary>
    public sealed record AtMostOneOf(IReadOnlyList<string> Names) : ExpectedValue;
}
