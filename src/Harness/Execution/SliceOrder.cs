namespace AsyncLoad.Harness.Execution;

/// <summary>In which order the sides of a group are measured.</summary>
/// <remarks>Williams, E. J. (1949), "Experimental designs balanced for the estimation of residual effects of treatments", Aust. J. Chem. 2, 149-168.</remarks>
internal static class SliceOrder
{
    /// <summary>
    /// One row of a Williams design. There are as many rows as sides, or twice as many where their number is odd. Over all rows, each side stands at each place equally
    /// often, and follows each other side equally often. The first row is 0, 1, 2, …; two sides take turns: A B, B A, A B, ….
    /// </summary>
    /// <param name="sides">How many sides there are, 1 or more.</param>
    /// <param name="row">Which row, from 0; after the last comes the first again.</param>
    public static IEnumerable<int> Row(int sides, int row)
    {
        var places = Enumerable.Range(0, sides).Select(place => Place(sides, (Zigzag(sides, place) + row) % sides));
        // Where their number is odd, only the rows and their mirror images together are balanced.
        return sides % 2 == 1 && row / sides % 2 == 1 ? places.Reverse() : places;
    }

    // 0, n-1, 1, n-2, …
    private static int Zigzag(int sides, int place) => place % 2 == 0 ? place / 2 : sides - ((place + 1) / 2);

    // Where a number stands in the zigzag.
    private static int Place(int sides, int number) => number <= (sides - 1) / 2 ? 2 * number : (2 * (sides - number)) - 1;
}
