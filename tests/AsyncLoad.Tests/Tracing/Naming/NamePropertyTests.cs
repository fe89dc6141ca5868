using AsyncLoad.Tracing.Naming;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Naming;

public sealed class NamePropertyTests
{
    private const int Cases = 2_000;

    private static readonly Gen<string> Fragment = Gen.Elements(
        "<", ">", "[", "]", "[]", "+", ",", "`1", "`", "d__4", "b__3_0", "g__L|0_1", "<>c", "<>c__DisplayClass1_0", "|", "#1", ".", "A", "System.Int32", "!!0", "!", "&", "*", " ", "(", ")",
        "class ", "native ", "unsigned ", " modreq(", "\\", "MoveNext", "-", "get_", "{", "\0", "ı");

    private static readonly Gen<string> Identifier = Gen.Elements("Orders", "PriceAsync", "Outer", "T1", "Ünïcode", "My.App.Shop", "_x", "get_Total");

    [Fact]
    public void No_text_makes_it_throw() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(Cases),
        Prop.ForAll(Text.ArrayOf(3).ToArbitrary(), parts => CSharpName.OfType(parts[0]).Length > 0
            && CSharpName.OfMethod(new TracedFrame(null, parts[0], parts[1], parts[2])).Length > 0));

    [Fact]
    public void Names_of_the_compiler_never_show() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(Cases),
        Prop.ForAll(GeneratedType.ToArbitrary(), type => Clean(CSharpName.OfType(type)) && Clean(CSharpName.OfMethod(new TracedFrame(null, type, "MoveNext", "instance void  ()")))));

    [Fact]
    public void What_was_written_can_be_read_back() => Check.One(
        Config.QuickThrowOnFailure.WithMaxTest(Cases),
        Prop.ForAll(GeneratedType.ToArbitrary(), text => NamedType.Parse(text) is { } type && Runtime(type) == text));

    private static Gen<string> Text => Fragment.ListOf().Select(parts => "?" + string.Concat(parts));

    private static Gen<string> GeneratedMethod => Gen.OneOf(
        Identifier,
        Identifier.Select(name => $"<{name}>b__3_0"),
        Identifier.Select(name => $"<{name}>g__Local|0_1"),
        Gen.Constant("<Main>$"));

    private static Gen<string> GeneratedPart => Gen.OneOf(
        Gen.Constant("<>c"),
        Gen.Constant("<>c__DisplayClass10_0"),
        GeneratedMethod.Where(name => name.StartsWith('<')).Select(name => $"<{name}>d"),
        Identifier.Select(name => $"<{name}>d__4"),
        Identifier.Select(name => $"<{name}>d__4#1"),
        Identifier.Where(name => !name.Contains('.', StringComparison.Ordinal)));

    private static Gen<string> GeneratedType => GeneratedTypeAt(3);

    private static Gen<string> GeneratedTypeAt(int depth) =>
        from outer in Identifier
        from parts in GeneratedPart.ListOf(2)
        from arguments in depth == 0 ? Gen.Constant<IList<string>>([]) : Gen.Choose(0, 2).SelectMany(count => GeneratedTypeAt(depth - 1).ListOf(count).Select(list => (IList<string>)[.. list]))
        from suffix in Gen.Elements("", "[]", "[,]", "*", "&")
        select $"{outer}+{string.Join('+', parts)}" + (arguments.Count == 0 ? "" : $"`{arguments.Count}[{string.Join(',', arguments)}]") + suffix;

    private static bool Clean(string name) => !name.Contains("<>c", StringComparison.Ordinal) && !name.Contains("d__", StringComparison.Ordinal) && !name.Contains('|', StringComparison.Ordinal);

    private static string Runtime(NamedType type) =>
        type.Definition + (type.Arguments.Count == 0 ? "" : $"[{string.Join(',', type.Arguments.Select(Runtime))}]") + type.Suffix;
}
