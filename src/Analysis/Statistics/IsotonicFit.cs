namespace AsyncLoad.Analysis.Statistics;

/// <summary>The monotone values nearest to a sample in weighted least squares, by pooling adjacent violators.</summary>
/// <remarks>
/// Ayer, M., Brunk, H. D., Ewing, G. M., Reid, W. T. and Silverman, E. (1955), "An empirical distribution function for sampling with incomplete
/// information", Annals of Mathematical Statistics 26, 641-647; Barlow, R. E., Bartholomew, D. J., Bremner, J. M. and Brunk, H. D. (1972),
/// "Statistical Inference under Order Restrictions", section 1.2.
/// </remarks>
public static class IsotonicFit
{
    /// <summary>The nearest values that never fall.</summary>
    /// <param name="values">Finite values in the order of their axis; any unit.</param>
    /// <param name="weights">One positive weight per value, such as the number of pairs behind it.</param>
    /// <returns>As many values as given, in the same order; none for none.</returns>
    /// <exception cref="ArgumentException">There are more or fewer weights than values, or a weight is not positive.</exception>
    public static double[] Increasing(ReadOnlySpan<double> values, ReadOnlySpan<double> weights)
    {
        if (values.Length != weights.Length) throw new ArgumentException("one weight per value", nameof(weights));
        var blocks = new Block[values.Length];
        var last = -1;
        for (var i = 0; i < values.Length; i++)
        {
            if (!(weights[i] > 0)) throw new ArgumentException("weights must be positive", nameof(weights));
            var block = new Block(values[i], weights[i], 1);
            while (last >= 0 && blocks[last].Mean >= block.Mean) block = blocks[last--].PooledWith(block);
            blocks[++last] = block;
        }

        return Spread(blocks.AsSpan(0, last + 1), values.Length);
    }

    /// <summary>The nearest values that never rise.</summary>
    /// <inheritdoc cref="Increasing"/>
    public static double[] Decreasing(ReadOnlySpan<double> values, ReadOnlySpan<double> weights)
    {
        var fit = Increasing(Negated(values), weights);
        return Negated(fit);
    }

    /// <summary>What a fit leaves over: the sum of weighted squared differences, in the squared unit of the values.</summary>
    /// <param name="values">The values fitted.</param>
    /// <param name="weights">Their weights.</param>
    /// <param name="fit">The fit; as long as the values.</param>
    public static double Residual(ReadOnlySpan<double> values, ReadOnlySpan<double> weights, ReadOnlySpan<double> fit)
    {
        var sum = 0.0;
        for (var i = 0; i < values.Length; i++) sum += weights[i] * (values[i] - fit[i]) * (values[i] - fit[i]);
        return sum;
    }

    private static double[] Negated(ReadOnlySpan<double> values)
    {
        var negated = new double[values.Length];
        for (var i = 0; i < values.Length; i++) negated[i] = -values[i];
        return negated;
    }

    private static double[] Spread(ReadOnlySpan<Block> blocks, int length)
    {
        var fit = new double[length];
        var next = 0;
        foreach (var block in blocks)
        {
            fit.AsSpan(next, block.Count).Fill(block.Mean);
            next += block.Count;
        }

        return fit;
    }

    private readonly record struct Block(double Mean, double Weight, int Count)
    {
        // Written so that equal means stay as they are to the last digit.
        public Block PooledWith(Block next) => new(
            Mean + ((next.Mean - Mean) * (next.Weight / (Weight + next.Weight))),
            Weight + next.Weight,
            Count + next.Count);
    }
}
