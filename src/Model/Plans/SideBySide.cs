namespace AsyncLoad.Model.Plans;

/// <summary>Pairs that are measured at the same time, each on processors that no other has.</summary>
/// <param name="Places">Numbers of the processors of each place, as the system counts them; one pair at a time in each. No processor is in two.</param>
/// <param name="Comparisons">Ids of the comparisons whose pairs are measured so, on the processors of one place; all others are measured alone, with every processor.</param>
public sealed record SideBySide(IReadOnlyList<IReadOnlyList<int>> Places, IReadOnlyList<string> Comparisons);
