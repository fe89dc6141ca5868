using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Oracle.Grammar;

/// <summary>A parameter of a class: its type, and the attribute that gives it values.</summary>
/// <param name="Attribute">In which <c>SOURCE</c> is the name of a source.</param>
/// <param name="Source">What the source returns and what its values are; null where none is needed.</param>
internal sealed record ParameterKind(string Type, string Attribute, (string Type, string Values)? Source = null)
{
    private const string FromSource = "[ParamsSource(\"SOURCE\")]";

    /// <summary>All of them.</summary>
    public static Weighted<ParameterKind> All { get; } = new(
        (60, new ParameterKind("int", "[Params(1, 2)]")),
        (20, new ParameterKind("int", "[Params(5, 1, -3)]")),
        (5, new ParameterKind("int", "[Params(5, 5)]")),
        (10, new ParameterKind("long", "[Params(1, 2)]")),
        (5, new ParameterKind("long", "[Params(long.MaxValue, long.MinValue)]")),
        (5, new ParameterKind("byte", "[Params(1, (byte)255)]")),
        (5, new ParameterKind("sbyte", "[Params((sbyte)-1)]")),
        (5, new ParameterKind("ushort", "[Params('a', (ushort)7)]")),
        (5, new ParameterKind("ulong", "[Params(ulong.MaxValue, 0UL)]")),
        (10, new ParameterKind("double", "[Params(1, 2.5, 1e300)]")),
        (5, new ParameterKind("double", "[Params(double.NaN, double.NegativeInfinity, -0.0, double.Epsilon)]")),
        (5, new ParameterKind("float", "[Params(0.1f, 3)]")),
        (5, new ParameterKind("decimal", "[Params(1, 2.5)]")),
        (10, new ParameterKind("char", "[Params('a', 'Z', '\\'')]")),
        (5, new ParameterKind("char", "[Params('\\u00e9', '\\n')]")),
        (10, new ParameterKind("bool", "[Params(true)]")),
        (20, new ParameterKind("string", "[Params(\"a\", \"b c\")]")),
        (5, new ParameterKind("string?", "[Params(null, \"\", \"null\")]")),
        (5, new ParameterKind("string?", "[Params(null)]")),
        (5, new ParameterKind("string", "[Params(\"a,b\", \"a=b\", \"\\\"quoted\\\"\", \"line\\nbreak\")]")),
        (5, new ParameterKind("string", "[Params(new object[] { \"a\", \"b\" })]")),
        (5, new ParameterKind("string", $"[Params(\"{new string('l', 110)}1\", \"{new string('l', 110)}2\")]")),
        (20, new ParameterKind("Level", "[Params(Level.Low, Level.High)]")),
        (5, new ParameterKind("Level", "[Params(Level.High, (Level)77)]")),
        (5, new ParameterKind("Small", "[Params(Small.Some)]")),
        (5, new ParameterKind("Wide", "[Params(Wide.Most)]")),
        (5, new ParameterKind("Colours", "[Params(Colours.Red | Colours.Blue, Colours.None)]")),
        (10, new ParameterKind("int?", "[Params(null, 3)]")),
        (5, new ParameterKind("Level?", "[Params(null, Level.High)]")),
        (5, new ParameterKind("object?", "[Params(1, \"a\", 'c', null, 1L)]")),
        (5, new ParameterKind("Type", "[Params(typeof(int), typeof(List<string>), typeof(Point))]")),
        (10, new ParameterKind("int[]", "[Params(new[] { 1, 2 }, new[] { 3, 4 })]")),
        (5, new ParameterKind("object", "[Params(new[] { 1 }, 5)]")),
        (10, new ParameterKind("bool", "[ParamsAllValues]")),
        (10, new ParameterKind("Level", "[ParamsAllValues]")),
        (5, new ParameterKind("Level?", "[ParamsAllValues]")),
        (5, new ParameterKind("bool?", "[ParamsAllValues]")),
        (5, new ParameterKind("Wide", "[ParamsAllValues]")),
        (1, new ParameterKind("Colours", "[ParamsAllValues]")),
        (1, new ParameterKind("int", "[ParamsAllValues]")),
        (1, new ParameterKind("int", "[Params]")),
        (1, new ParameterKind("Celsius", "[Params(1, 2)]")),
        (1, new ParameterKind("int", "[Params(1)] [ParamsAllValues]")),
        (20, new ParameterKind("int", FromSource, ("IEnumerable<int>", "[3, 4]"))),
        (5, new ParameterKind("int", FromSource, ("IEnumerable<byte>", "[3, 4]"))),
        (5, new ParameterKind("long?", FromSource, ("IEnumerable<long?>", "[3, null]"))),
        (10, new ParameterKind("string", FromSource, ("string[]", "[\"x\", \"y\"]"))),
        (5, new ParameterKind("TimeSpan", FromSource, ("IEnumerable<TimeSpan>", "[TimeSpan.Zero, TimeSpan.FromMinutes(90)]"))),
        (5, new ParameterKind("DateTime", FromSource, ("IEnumerable<DateTime>", "[DateTime.UnixEpoch, DateTime.UnixEpoch.AddHours(1)]"))),
        (5, new ParameterKind("Guid", FromSource, ("IEnumerable<Guid>", "[Guid.Empty]"))),
        (5, new ParameterKind("Point", FromSource, ("IEnumerable<Point>", "[new(1, 2), new(3, 4)]"))),
        (5, new ParameterKind("Silent", FromSource, ("List<Silent>", "[new(1), new(2)]"))),
        (5, new ParameterKind("(int, string)", FromSource, ("IEnumerable<(int, string)>", "[(1, \"a\"), (2, \"b\")]"))),
        (5, new ParameterKind("Type", FromSource, ("IEnumerable<Type>", "[typeof(int), typeof(string)]"))),
        (5, new ParameterKind("Level", FromSource, ("IEnumerable<Level>", "[Level.Middle]"))),
        (5, new ParameterKind("int[]", FromSource, ("IEnumerable<int[]>", "[[1], [1, 2]]"))),
        (5, new ParameterKind("string[]", FromSource, ("IEnumerable<string[]>", "[[\"a\"], [\"b\"]]"))),
        (5, new ParameterKind("int", FromSource, ("IEnumerable<object[]>", "[[5], [6]]"))),
        (5, new ParameterKind("object", FromSource, ("IEnumerable<object[]>", "[[5], [6]]"))),
        (2, new ParameterKind("object", FromSource, ("IEnumerable<object[]>", "[[new Point(1, 2)]]"))),
        (2, new ParameterKind("object", FromSource, ("IEnumerable<object[]>", "[[5], [6, 7]]"))),
        (1, new ParameterKind("int", "[Params(null)]")),
        (5, new ParameterKind("object", FromSource, ("IEnumerable<object>", "[5, \"six\", new Point(7, 8)]"))),
        (5, new ParameterKind("List<int>", FromSource, ("IEnumerable<List<int>>", "[[1], [2, 3]]"))),
        (5, new ParameterKind("TimeSpan", "[ParamsSource(typeof(Table), nameof(Table.Times))]")),
        (5, new ParameterKind("int", "[Sizes]")),
        (5, new ParameterKind("int", "[Powers(3)]")),
        (5, new ParameterKind("bool", "[Either]")),
        (5, new ParameterKind("string", "[FromTable]")),
        (1, new ParameterKind("int", FromSource, ("IEnumerable<int>", "[]"))),
        (1, new ParameterKind("int", FromSource, ("IEnumerable<string>", "[\"no number\"]"))));

    private static readonly Weighted<string> Members = new(
        (80, "public TYPE NAME { get; set; } = default!;"),
        (40, "public TYPE NAME = default!;"),
        (20, "public virtual TYPE NAME { get; set; } = default!;"),
        (2, "public static TYPE NAME { get; set; } = default!;"),
        (1, "public static TYPE NAME = default!;"),
        (2, "public TYPE NAME { get; init; } = default!;"),
        (1, "public TYPE NAME { get; private set; } = default!;"),
        (1, "public readonly TYPE NAME = default!;"),
        (1, "protected TYPE NAME = default!;"));

    private static readonly Weighted<string> Sources = new(
        (30, "public static TYPE NAME => VALUES;"),
        (30, "public static TYPE NAME() => VALUES;"),
        (20, "public TYPE NAME => VALUES;"),
        (20, "public TYPE NAME() => VALUES;"),
        (5, "public virtual TYPE NAME() => VALUES;"),
        (1, "private static TYPE NAME() => VALUES;"),
        (1, "public static readonly TYPE NAME = VALUES;"));

    /// <summary>A kind and its member.</summary>
    public static ParameterMember Write(Dice dice, string name)
    {
        var kind = All.Choose(dice);
        return new ParameterMember(
            name,
            kind.Attribute.Replace("SOURCE", name + "Values", StringComparison.Ordinal),
            Members.Choose(dice).Replace("TYPE", kind.Type, StringComparison.Ordinal).Replace("NAME", name, StringComparison.Ordinal),
            kind.Source is { } source ? WriteSource(dice, name + "Values", source) : "");
    }

    /// <summary>A member that gives values.</summary>
    public static string WriteSource(Dice dice, string name, (string Type, string Values) source) => Sources.Choose(dice)
        .Replace("TYPE", source.Type, StringComparison.Ordinal)
        .Replace("NAME", name, StringComparison.Ordinal)
        .Replace("VALUES", source.Values, StringComparison.Ordinal);
}

/// <summary>A member that is a parameter.</summary>
/// <param name="Source">Where its values come from; empty where they stand in its attribute.</param>
internal sealed record ParameterMember(string Name, string Attribute, string Declaration, string Source)
{
    public bool IsVirtual => Declared.IsVirtual(Declaration);

    public bool IsPublic => Declaration.StartsWith("public ", StringComparison.Ordinal);

    public string Text => $"{Attribute} {Declaration} {Source}".Trim();

    /// <summary>The same in a derived class: overridden, or hidden.</summary>
    /// <param name="keepsAttribute">Whether it is written again.</param>
    public ParameterMember Derived(bool keepsAttribute) => this with { Attribute = keepsAttribute ? Attribute : "", Declaration = Declared.Again(Declaration), Source = "" };
}
