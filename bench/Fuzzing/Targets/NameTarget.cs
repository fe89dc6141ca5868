using System.Text;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Names of types and methods and signatures as the runtime writes them, one on each line: C# names come of them, not much longer than they were.</summary>
internal sealed class NameTarget : FuzzTarget
{
    // Each parameter of a type may become "T100", and each argument is written once.
    private const int Growth = 12;
    private const int Least = 600;

    private static readonly string[] Words =
    [
        "<", ">", "[", "]", "[]", "[,]", "[*]", "+", "/", ",", "`1", "`2", "`99999999999", "d__4", "b__3_0", "g__Local|0_1", "<>c", "<>c__DisplayClass1_0", "<>f__AnonymousType0`2", "<>A{00000008}", "<F>F0123__T", "|", "#1",
        ".", "System.Int32", "System.Nullable`1", "System.ValueTuple`7", "System.__Canon", "!0", "!!0", "!!2147483647", "!!99", "&", "*", " ", "(", ")", "class ", "value class ", "native unsigned int", " modreq(", "\\", "\\+",
        "MoveNext", "-", ".ctor", ".cctor", "get_", "get_Item", "explicit ", "unmanaged cdecl ", "\0", "ı", "\uD800", "\n", "[[[[[[[[", "<<<<<<<<", "((((((((", "`1[", "System.Threading.Tasks.VoidTaskResult",
    ];

    private readonly IReadOnlyList<byte[]> seeds = [.. Seeds.Of("names").SelectMany(file => Encoding.UTF8.GetString(file).Split("\n\n")).Select(Encoding.UTF8.GetBytes)];
    private readonly ByteMutator bytes;

    public NameTarget() => bytes = new ByteMutator(seeds, [.. Words.Select(Encoding.UTF8.GetBytes)]);

    public override string Name => "names";

    public override byte[] Make(Dice dice) => bytes.Mutate(dice.Of(seeds), dice);

    public override Outcome Run(byte[] input)
    {
        var lines = Encoding.UTF8.GetString(input).Split('\n');
        var (type, method, signature) = (lines[0], lines.ElementAtOrDefault(1) ?? "", lines.ElementAtOrDefault(2) ?? "");
        var written = CSharpName.OfType(type);
        var called = CSharpName.OfMethod(new TracedFrame(null, type, method, signature));
        Require(written.Length > 0 && called.Length > 0, "a name is not empty");
        Require(Math.Max(written.Length, called.Length) <= Least + (Growth * input.Length), "a C# name is about as long as the runtime's");
        var parsed = NamedType.Parse(type);
        Require(parsed is null || NamedType.Parse(parsed.Full)?.Full == parsed.Full, $"a type is read as it was written: {type}");
        return parsed is null ? Refused("no type") : Read(Shape(written) + " / " + Shape(called));
    }

    // Letters and digits do not tell one name's way from another's; signs do.
    private static string Shape(string name) => string.Concat(name.Where(sign => sign < 0x7f && !char.IsAsciiLetterOrDigit(sign)).Distinct().Order()) + (name.StartsWith("lambda", StringComparison.Ordinal) ? " lambda" : "");
}
