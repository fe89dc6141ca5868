namespace AsyncLoad.Tracing.Statistics;

/// <summary>
/// exp(x) − 1 and ln(1 + x) with all their digits for x near 0. The framework's <c>double.ExpM1</c> and <c>double.LogP1</c> subtract and add
/// plainly and lose about eleven of sixteen digits at 10⁻⁵; MathNet's keep ten.
/// </summary>
/// <remarks>Kahan's rearrangements, in Higham, N. J. (2002), "Accuracy and Stability of Numerical Algorithms", 2nd ed., section 1.14.1: the rounding errors of both factors cancel.</remarks>
internal static class NearZero
{
    /// <summary>exp(<paramref name="x"/>) − 1, for any x whose exponential is finite.</summary>
    public static double ExpMinusOne(double x)
    {
        var exponential = Math.Exp(x);
        if (exponential == 1) return x;
        var difference = exponential - 1;
        return difference == -1 ? -1 : difference * x / Math.Log(exponential);
    }

    /// <summary>ln(1 + <paramref name="x"/>), x above −1.</summary>
    public static double LogOnePlus(double x)
    {
        var sum = 1 + x;
        return sum == 1 ? x : Math.Log(sum) * x / (sum - 1);
    }
}
