using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Charts;

/// <summary>How charts tell sorts of collections apart: by the shape of the head above the bar, so that a print without colour still does.</summary>
internal static class GcMark
{
    private const double Size = 4;

    public static string CssClass(CollectionSort sort) => sort switch
    {
        CollectionSort.Gen0 => "gen0",
        CollectionSort.Gen1 => "gen1",
        _ => "gen2",
    };

    public static string Word(CollectionSort sort) => sort switch
    {
        CollectionSort.Gen0 => "gen0",
        CollectionSort.Gen1 => "gen1",
        CollectionSort.Gen2 => "gen2",
        _ => "gen2, background",
    };

    /// <summary>How far apart bars must stand to be told apart: heads are wider than bars.</summary>
    public static double Spacing(CollectionSort sort) => sort == CollectionSort.Gen0 ? 3 : (2 * Size) + 1;

    /// <summary>The heads of bars that end at these points, in one path: none on gen0, hollow circles on gen1, diamonds on gen2, hollow when in the background.</summary>
    public static IEnumerable<HtmlNode> Heads(CollectionSort sort, IReadOnlyList<(double X, double Y)> points) => sort switch
    {
        CollectionSort.Gen0 => [],
        CollectionSort.Gen1 => [Svg.Path("point hollow", SvgPath.Circles(points, Size))],
        CollectionSort.Gen2 => [Svg.Path("point", SvgPath.Diamonds(points, Size + 1))],
        _ => [Svg.Path("point hollow", SvgPath.Diamonds(points, Size + 1))],
    };
}
