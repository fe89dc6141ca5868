namespace Generated;

public enum Level
{
    Low,
    High = 5,
    Middle = 2,
}

public enum Small : byte
{
    None,
    Some = 200,
}

public enum Wide : ulong
{
    None,
    Most = ulong.MaxValue,
}

[Flags]
public enum Colours
{
    None = 0,
    Red = 1,
    Blue = 2,
}

public record Point(int X, int Y);

public readonly record struct Money(decimal Amount);

/// <summary>Its text says nothing of it.</summary>
public sealed class Silent(int number)
{
    public int Number { get; } = number;

    public override string ToString() => "silent";
}

public readonly struct Celsius(int degrees)
{
    public static implicit operator Celsius(int degrees) => new(degrees);

    public override string ToString() => $"{degrees} degrees";
}

/// <summary>Sources that classes name with their type.</summary>
public static class Table
{
    public static IEnumerable<string> Rows => ["north", "south"];

    public static IEnumerable<object[]> Triples() => [[1, 2, 3], [4, 5, 6]];

    public static IEnumerable<TimeSpan> Times() => [TimeSpan.Zero, TimeSpan.FromSeconds(1.5)];
}
