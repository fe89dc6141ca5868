namespace AsyncLoad.Reporting.Document;

/// <summary>Warnings of one kind with one remedy, wherever they are.</summary>
/// <param name="Letter">What marks the rows that it concerns: <c>a</c>; null for what concerns the whole run.</param>
/// <param name="Id">Id of its warnings, as <c>warnings</c> in results.json lists it.</param>
/// <param name="Message">What was found; of several that differ, what they have in common.</param>
/// <param name="Remedy">What to do about it; null when nothing can be done.</param>
/// <param name="Where">The rows that it concerns, in a line: <c>2 of 12 comparisons: sequential, calm; wave-64, churn</c>; null for the whole run.</param>
/// <param name="Details">What was found in each of them, where that differs; else empty.</param>
/// <param name="Explains">Whether it explains a figure and does not limit the trust in it.</param>
public sealed record Caution(string? Letter, Mark Mark, string Id, string Message, string? Remedy, string? Where, IReadOnlyList<string> Details, bool Explains)
{
    internal Notice Notice => new(Mark, Letter is null ? Id : $"[{Letter}] {Id}", Message, Remedy, Details) { Where = Where };
}
