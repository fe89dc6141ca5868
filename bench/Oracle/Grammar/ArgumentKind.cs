namespace AsyncLoad.Oracle.Grammar;

/// <summary>What a method takes, and the attributes that say with what it is called.</summary>
/// <param name="Parameters">As they stand in its declaration.</param>
/// <param name="Names">As they are handed on.</param>
/// <param name="Attributes">In which <c>SOURCE</c> is the name of a source.</param>
/// <param name="Source">What the source returns and what its values are; null where none is needed.</param>
internal sealed record ArgumentKind(string Parameters, string Names, string Attributes, (string Type, string Values)? Source = null)
{
    private const string FromSource = "[ArgumentsSource(\"SOURCE\")]";

    /// <summary>All of them; most methods take nothing.</summary>
    public static Weighted<ArgumentKind> All { get; } = new(
        (600, new ArgumentKind("", "", "")),
        (20, new ArgumentKind("int a", "a", "[Arguments(1)] [Arguments(2)]")),
        (10, new ArgumentKind("int a, string b", "a, b", "[Arguments(1, \"x\")] [Arguments(2, \"y, z\")]")),
        (10, new ArgumentKind("long a, double b", "a, b", "[Arguments(1, 2)]")),
        (5, new ArgumentKind("byte a, decimal b", "a, b", "[Arguments(1, 2.5)]")),
        (5, new ArgumentKind("string? a", "a", "[Arguments(null)] [Arguments(\"\")]")),
        (5, new ArgumentKind("int? a", "a", "[Arguments(null)] [Arguments(1)]")),
        (5, new ArgumentKind("bool a, char b", "a, b", "[Arguments(true, 'x')] [Arguments(false, 'y')]")),
        (10, new ArgumentKind("Level a", "a", "[Arguments(Level.High)] [Arguments(Level.Low)]")),
        (5, new ArgumentKind("int[] a", "a", "[Arguments(new[] { 1, 2 })] [Arguments(new[] { 3, 4 })]")),
        (5, new ArgumentKind("int[] a, int b", "a, b", "[Arguments(new[] { 1, 2 }, 3)]")),
        (5, new ArgumentKind("string a, string b", "a, b", "[Arguments(new object[] { \"x\", \"y\" })]")),
        (5, new ArgumentKind("Type a", "a", "[Arguments(typeof(int))]")),
        (5, new ArgumentKind("object? a", "a", "[Arguments(1)] [Arguments(\"x\")] [Arguments(null)]")),
        (5, new ArgumentKind("int a = 5", "a", "[Arguments(1)]")),
        (5, new ArgumentKind("params int[] a", "a", "[Arguments(new[] { 1, 2 })]")),
        (5, new ArgumentKind("int a, int b, int c, int d", "a, b, c, d", "[Arguments(1, 2, 3, 4)]")),
        (1, new ArgumentKind("int a, int b, int c, int d, int e", "a, b, c, d, e", "[Arguments(1, 2, 3, 4, 5)]")),
        (1, new ArgumentKind("in int a", "a", "[Arguments(1)]")),
        (1, new ArgumentKind("int a", "a", "")),
        (1, new ArgumentKind("int a, int b", "a, b", "[Arguments(1)]")),
        (10, new ArgumentKind("int a, string b", "a, b", FromSource, ("IEnumerable<object[]>", "[[1, \"x\"], [2, \"y\"]]"))),
        (5, new ArgumentKind("int a", "a", FromSource, ("IEnumerable<object[]>", "[[1], [2]]"))),
        (10, new ArgumentKind("int a", "a", FromSource, ("IEnumerable<int>", "[3, 4]"))),
        (5, new ArgumentKind("string a", "a", FromSource, ("IEnumerable<string>", "[\"x\", \"y\"]"))),
        (5, new ArgumentKind("TimeSpan a", "a", FromSource, ("IEnumerable<object>", "[TimeSpan.Zero, TimeSpan.FromHours(1)]"))),
        (5, new ArgumentKind("Point a, Silent b", "a, b", FromSource, ("IEnumerable<object[]>", "[[new Point(1, 2), new Silent(1)], [new Point(1, 2), new Silent(2)]]"))),
        (5, new ArgumentKind("object[] a", "a", FromSource, ("IEnumerable<object[]>", "[[1, 2], [3]]"))),
        (5, new ArgumentKind("object[] a", "a", FromSource, ("IEnumerable<object[]>", "[[new object[] { 1, 2, 3 }]]"))),
        (3, new ArgumentKind("object a", "a", FromSource, ("IEnumerable<object[]>", "[[5], [6]]"))),
        (1, new ArgumentKind("int a", "a", "[Arguments(null)]")),
        (5, new ArgumentKind("int[] a", "a", FromSource, ("IEnumerable<int[]>", "[[1], [2, 3]]"))),
        (5, new ArgumentKind("string[] a", "a", FromSource, ("IEnumerable<string[]>", "[[\"x\"], [\"y\", \"z\"]]"))),
        (5, new ArgumentKind("string[] a", "a", FromSource, ("IEnumerable<object[]>", "[[new[] { \"x\" }], [new[] { \"y\", \"z\" }]]"))),
        (5, new ArgumentKind("(int, int) a", "a", FromSource, ("IEnumerable<(int, int)>", "[(1, 2), (3, 4)]"))),
        (5, new ArgumentKind("Func<int> a", "a()", FromSource, ("IEnumerable<object>", "[(Func<int>)(() => 1), (Func<int>)(() => 2)]"))),
        (5, new ArgumentKind("int? a", "a", FromSource, ("IEnumerable<int?>", "[1, null]"))),
        (5, new ArgumentKind("int a", "a", "[Arguments(1)] " + FromSource, ("IEnumerable<object>", "[2]"))),
        (1, new ArgumentKind("int a, int b", "a, b", FromSource, ("IEnumerable<object[]>", "[[1]]"))),
        (1, new ArgumentKind("int a", "a", FromSource, ("IEnumerable<object>", "[]"))),
        (10, new ArgumentKind("int a, int b", "a, b", "[Pair(1)] [Pair(5)]")),
        (5, new ArgumentKind("int a, int b, int c", "a, b, c", "[Triples]")));
}
