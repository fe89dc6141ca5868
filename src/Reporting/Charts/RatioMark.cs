using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>The mark of an estimate: a shape a verdict, so that a print without colour still tells them apart.</summary>
internal static class RatioMark
{
    private const double Size = 6;

    public static HtmlNode At(Tone tone, double x, double y) => tone switch
    {
        Tone.Good => Svg.Polygon("point", (x, y - Size - 1), (x + Size + 1, y), (x, y + Size + 1), (x - Size - 1, y)),
        Tone.Bad => Svg.Box("point", (x - Size + 1, y - Size + 1), (2 * Size - 2, 2 * Size - 2)),
        Tone.Even => Svg.Circle("point", (x, y), Size - 1),
        _ => Svg.Circle("point hollow", (x, y), Size - 1),
    };
}
