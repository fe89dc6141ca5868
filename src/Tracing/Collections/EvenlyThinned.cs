namespace AsyncLoad.Tracing.Collections;

/// <summary>A list that keeps to a length. When it is full, every second entry goes, and from then on only every second one comes in, and so on.</summary>
/// <param name="most">Its greatest length, at least 2; null for none.</param>
internal sealed class EvenlyThinned<T>(int? most)
{
    private readonly List<T> kept = [];
    private long seen;
    private long stride = 1;

    public IReadOnlyList<T> Kept => kept;

    public void Add(T entry)
    {
        if (seen++ % stride != 0) return;
        if (kept.Count == most)
        {
            Halve();
            if ((seen - 1) % stride != 0) return;
        }

        kept.Add(entry);
    }

    private void Halve()
    {
        var left = kept.Where((_, place) => place % 2 == 0).ToArray();
        kept.Clear();
        kept.AddRange(left);
        stride *= 2;
    }
}
