using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Html;

/// <summary>Renders call stacks: a list of lists, so that they can be walked with the ear too.</summary>
internal static class HtmlStacks
{
    public static HtmlNode Render(ReportBlock.Stacks stacks) => Tag.Class(
        "div",
        "stacks",
        Tag.Class("p", "caption", stacks.Caption),
        Tag.Of("ol", [.. stacks.Items.Select(Stack)]));

    private static HtmlNode Stack(StackText stack) => Tag.Class(
        "li",
        "stack",
        [
            Tag.Of("h3", stack.Title),
            Tag.Class("p", "figure", stack.Figure),
            Tag.Class("ol", "frames", [.. stack.Frames.Select(frame => Tag.Of("li", frame))]),
            .. stack.Omitted > 0 ? [Tag.Class("p", "note", $"{Figures.Plural(stack.Omitted, "more frame")} further out")] : Array.Empty<HtmlNode>(),
        ]);
}
