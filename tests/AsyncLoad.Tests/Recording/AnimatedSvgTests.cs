using System.Xml.Linq;
using AsyncLoad.Assurance.Recording;
using Xunit;

namespace AsyncLoad.Tests.Recording;

/// <summary>Pictures of terminals on pages.</summary>
public sealed class AnimatedSvgTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Fact]
    public void A_line_is_split_where_its_decoration_changes() => Assert.Equal(
        [
            new DecoratedText(0, "ab", false, false, null), new DecoratedText(2, "cd", true, false, 2), new DecoratedText(4, " ef", false, true, 9), new DecoratedText(7, "g", false, true, null),
        ],
        DecoratedLine.Read("ab\e[1;32mcd\e[0;2;91m ef\e[39mg   "));

    [Fact]
    public void What_a_picture_does_not_show_is_refused()
    {
        Assert.Throws<FormatException>(() => DecoratedLine.Read("\e[7mreversed"));
        Assert.Throws<FormatException>(() => DecoratedLine.Read("\e[2Kcleared"));
    }

    [Fact]
    public void A_line_of_several_frames_is_written_once_and_placed_in_each()
    {
        var picture = Draw((0, ["same <&>", "one"]), (1, ["same <&>", "two"]));

        Assert.Equal(["same <&>", "one", "two"], picture.Descendants(Svg + "text").Select(text => text.Value));
        Assert.Equal(["#l0", "#l1", "#l0", "#l2"], picture.Descendants(Svg + "use").Select(use => use.Attribute("href")!.Value));
        Assert.Equal([13, 31, 49, 67], picture.Descendants(Svg + "use").Select(use => (int)use.Attribute("y")!));
    }

    [Fact]
    public void Long_waits_are_cut_and_the_last_frame_stays()
    {
        var style = Draw((0, ["a"]), (0.5, ["b"]), (60, ["c"])).Descendants(Svg + "style").Single().Value;

        // 0.5 s, 1 s of 59.5, and 8 s.
        Assert.Contains("play 9.5s", style, StringComparison.Ordinal);
        Assert.Contains("0% { transform: translateY(0px) } 5.263% { transform: translateY(-36px) } 15.789% { transform: translateY(-72px) }", style, StringComparison.Ordinal);
        Assert.Contains("prefers-reduced-motion: reduce) { .strip { animation: none; transform: translateY(-72px)", style, StringComparison.Ordinal);
    }

    private static XElement Draw(params (double Seconds, string[] Lines)[] frames) =>
        XElement.Parse(new AnimatedSvg(20, 2, "a <title>").Draw([.. frames.Select(frame => new TerminalFrame(TimeSpan.FromSeconds(frame.Seconds), frame.Lines))]));
}
