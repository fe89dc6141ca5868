using System.Globalization;
using System.Text.RegularExpressions;
using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Proof.Grammar;

/// <summary>A method of some shape, in a place of some kind, with a caller of some kind.</summary>
/// <param name="Entry">What runs it, as an expression.</param>
/// <param name="TopLevel">Local functions of the program's statements.</param>
internal sealed partial record GeneratedUnit(string Digits, string Entry, string Library, string Program, string TopLevel)
{
    private const int OneInSpecial = 5;

    /// <summary>The unit of a seed and a number.</summary>
    public static GeneratedUnit Make(int seed, int number)
    {
        var dice = Dice.For(seed, number);
        var digits = number.ToString("0000", CultureInfo.InvariantCulture);
        return dice.OneIn(OneInSpecial) ? Of(SpecialUnits.All[dice.Below(SpecialUnits.All.Count)], digits) : Compose(dice, digits);
    }

    private static GeneratedUnit Of(string text, string digits) => new(digits, RunnerOf(digits), "", Numbered(Spaced(text) + Runner, digits), "");

    private static GeneratedUnit Compose(Dice dice, string digits)
    {
        var home = dice.Of(Home.All);
        var shape = MethodShape.Choose(dice, home.IsOfKnownType);
        var caller = CallerShape.Choose(dice, shape.MayHaveAnyCaller);
        // Local functions have no members beside them.
        if (home.Place != CallerPlace.Class && caller.Members.Length > 0) return Compose(dice, digits);
        var result = dice.Of(ResultKind.All);
        var data = $"public sealed record Item@N(int Size); public static class Data@N {{ public static readonly @T V = {result.Value}; }} {shape.Beside} ";
        var body = $"static async ValueTask<int> Call@NAsync(int i) {{ {caller.Body} {(home.Place == CallerPlace.AroundIt ? "@METHOD[static]" : "")} }}";
        var topLevel = home.Place == CallerPlace.TopLevel;
        var callers = topLevel ? "" : $"public static class Caller@N\n{{\n    {home.Field}\n    {caller.Members}\n    public {body}\n}}\n{Runner}";
        return new GeneratedUnit(
            digits,
            topLevel ? $"Run{digits}Async" : RunnerOf(digits),
            Write(home.Library.Length == 0 ? "" : Spaced(data + home.Library)),
            Write(Spaced((home.Library.Length == 0 ? data : "") + home.Text) + callers),
            topLevel ? Write($"{body}\n@METHOD[static|Get@NAsync(int id)]\n{TopLevelRunner}\n") : "");

        string Write(string text) => Numbered(Returns().Replace(Method().Replace(text, match => Written(match, home, shape)), match => Declared(match, home, shape)), digits)
            .Replace("@CALL", Numbered(home.Call, digits), StringComparison.Ordinal)
            .Replace("@T", Numbered(result.Type, digits), StringComparison.Ordinal);
    }

    private const string Loop = "{ var sum = 0L; for (var i = 0; i < calls; i++) sum += await CALL(i); return sum; }";

    private static readonly string Runner = $"public static class Runner@N\n{{\n    public static async Task<long> RunAsync(int calls) {Loop.Replace("CALL", "Caller@N.Call@NAsync", StringComparison.Ordinal)}\n}}\n";

    private static readonly string TopLevelRunner = $"static async Task<long> Run@NAsync(int calls) {Loop.Replace("CALL", "Call@NAsync", StringComparison.Ordinal)}";

    private static string RunnerOf(string digits) => $"Runner{digits}.RunAsync";

    private static string Spaced(string types) => $"namespace Generated;\n\n{types}\n\n";

    private static string Numbered(string text, string digits) => text.Replace("@N", digits, StringComparison.Ordinal);

    private static string Written(Match match, Home home, MethodShape shape) => shape.Text
        .Replace("@MODS", match.Groups["mods"].Value, StringComparison.Ordinal)
        .Replace("@PART", match.Groups["part"].Value, StringComparison.Ordinal)
        .Replace("@SIG", match.Groups["signature"] is { Success: true, Value: var signature } ? signature : Home.Signature, StringComparison.Ordinal)
        .Replace("@R", home.Result, StringComparison.Ordinal)
        .Replace("@VALUE", home.Value, StringComparison.Ordinal);

    private static string Declared(Match match, Home home, MethodShape shape) =>
        shape.Returns.Replace("@R", match.Groups["result"] is { Success: true, Value: var result } ? result : home.Result, StringComparison.Ordinal);

    [GeneratedRegex(@"@METHOD\[(?<mods>[^|\]]*)(\|(?<signature>[^|\]]*))?(\|(?<part>[^|\]]*))?\]")]
    private static partial Regex Method();

    [GeneratedRegex(@"@RETURNS(\[(?<result>[^\]]*)\])?")]
    private static partial Regex Returns();
}
