using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning.Json;

/// <summary>What a reader expects of a value.</summary>
internal abstract record Expected
{
    /// <summary>A whole number in a range.</summary>
    public sealed record Whole(int Min, int Max) : Expected;

    /// <summary>A number in a range.</summary>
    public sealed record Number(double Min, double Max) : Expected;

    /// <summary><c>true</c> or <c>false</c>.</summary>
    public sealed record Flag : Expected;

    /// <summary>A size with its unit, in a range.</summary>
    public sealed record Size(ByteSize Min, ByteSize Max) : Expected;

    /// <summary>A length of time with its unit, in a range.</summary>
    public sealed record Time(Duration Min, Duration Max) : Expected;

    /// <summary>Any text.</summary>
    public sealed record Text : Expected;

    /// <summary>A name for ids.</summary>
    public sealed record Name(bool Capitals) : Expected;

    /// <summary>One of some words.</summary>
    public sealed record Words(IReadOnlyList<string> Known) : Expected;

    /// <summary>A text, a number, true or false: all become text.</summary>
    public sealed record Scalar : Expected;

    /// <summary>A list.</summary>
    public sealed record Items(bool MayBeEmpty) : Expected;

    /// <summary>An object with the members that it is asked for.</summary>
    public sealed record Members : Expected;

    /// <summary>An object whose members may have any names: which, the catalogue says.</summary>
    public sealed record AnyNames : Expected;

    /// <summary>An object with exactly one of some members.</summary>
    public sealed record OneOf(IReadOnlyList<string> Names) : Expected;

    /// <summary>An object with one of some members or none.</summary>
    public sealed record AtMostOneOf(IReadOnlyList<string> Names) : Expected;
}
