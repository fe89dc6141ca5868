using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Tests.Targets;

/// <summary>Texts that try to be something else in whatever they are written to: the same ones in every run, and each piece by itself first.</summary>
internal static class HostileTexts
{
    /// <summary>Every target gets as many.</summary>
    public const int Count = 10_000;

    private const int Seed = 20_261_126;
    private const int MostPieces = 6;

    /// <summary>What build services act on.</summary>
    public static readonly string[] BuildCommands =
    [
        "::error file=a,line=1::b", "::add-mask::x", "::stop-commands::x", " \u00A0\t::warning::b", ":::error::b", "\u034F::error::b", "##[error]x", "##[add-mask]x", "###[group]x",
        "##vso[task.setvariable variable=a]b", "a ##vso[task.complete result=Succeeded]", "##VSO[task.complete]", "##teamcity[message text='x']", "#\u034F#vso[task.complete]",
        "##\uFE0F[error]x", "##v\u034Fso[task.complete]", "#\u200B#[error]x",
    ];

    private static readonly string[] Pieces =
    [
        .. Enumerable.Range(0, 0x20).Concat(Enumerable.Range(0x7F, 0x21)).Select(code => ((char)code).ToString()),
        .. "\u00AD\u061C\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF\uFFF9\uFFFE\uFFFF\uE000\uD800\uDBFF\uDC00\uDFFF\u0378".Select(character => character.ToString()),
        "\U000E0041", "\U000F0000", "\r\n", "\r\n\r\n", "\u001b[2J", "\u001b[31m", "\u001b]0;title\u0007", "\u001b]8;;http://x.y\u001b\\", "\u009b2J", "\u0090q\u009c", "\b\b\b",
        .. BuildCommands, "\n::error::b", "\r::error::b", "\v::error::b", "\f::error::b", "\u0085::error::b", "\u2028::error::b", "\n\n##[error]", "##", "#", "[", "vso[", "::", ":", "so[task.complete]",
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</title></style>", "]]>", "<!--", "-->", "&amp;", "&#0;", "&", "<", ">", "'", "\"", "\"\"", ",", ";", "\\", "\\n", "\\u0041",
        "=cmd|' /C calc'!A0", "=", "+1", "-1", "@SUM(A1)", "\t=1", "＝1", "＋", "－", "＠", "\u00A0=1", "\u3000=1", "|", "||", "`", "```", "**", "__", "~~", "* ", "- ", "1. ", "# ", "> ", "![x](http://x.y)", "](http://x.y)",
        "https://x.y", "www.x.y", "@everyone", "#1", "$1", "%0a", "%0D%0A::error::b", "../../x", "javascript:", "naïve", "日本", "😀", "❤\uFE0F", "e\u0301", "ordinary", "My.App+<PriceAsync>d__4", " ", "x",
        "\n2026-11-26T09:00:00.000Z ERR forged", "{0}", "{Message:l}", "{{",
    ];

    /// <summary>All of them.</summary>
    public static IReadOnlyList<string> All { get; } = [.. Enumerable.Range(0, Count).Select(Make)];

    /// <summary>Where a text is cut when it comes in two pieces.</summary>
    public static int Cut(string text, int index) => Dice.For(Seed, Count + index).Below(text.Length + 1);

    private static string Make(int index)
    {
        if (index < Pieces.Length) return Pieces[index];
        var dice = Dice.For(Seed, index);
        return string.Concat(Enumerable.Range(0, 1 + dice.Below(MostPieces)).Select(_ => dice.Of(Pieces)));
    }
}
