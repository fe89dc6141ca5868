using System.Globalization;
using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Calibration;

/// <summary>One round of BenchmarkDotNet over both methods.</summary>
internal sealed record BenchmarkRound(BenchmarkFigures Baseline, BenchmarkFigures Candidate)
{
    public double LogRatio => Math.Log(Candidate.Mean / Baseline.Mean);
}

/// <summary>One comparison under both tools.</summary>
/// <param name="Pair">Which.</param>
/// <param name="Theirs">BenchmarkDotNet's rounds.</param>
/// <param name="Ours">AsyncLoad's ratio.</param>
/// <param name="Baseline">What AsyncLoad says of the baseline.</param>
/// <param name="Candidate">What AsyncLoad says of the candidate.</param>
internal sealed record CalibrationRow(ComparedPair Pair, IReadOnlyList<BenchmarkRound> Theirs, RatioInterval Ours, SideFigures Baseline, SideFigures Candidate)
{
    private const double Share = 0.05;
    private const double Nanoseconds = 0.5;

    /// <summary>BenchmarkDotNet's ratio over all rounds, by the estimator that ours has.</summary>
    public double Ratio => RatioOf(Theirs);

    /// <summary>How far the two tools are apart, as a share.</summary>
    public double Apart => Distance(Ours.Estimate, Ratio);

    /// <summary>How far BenchmarkDotNet is from itself: its first half of rounds against its second.</summary>
    public double OwnApart => Distance(FirstHalf, SecondHalf);

    /// <summary>Whether both tools say the same: within 5 %, or within half a nanosecond where the candidate takes so little.</summary>
    public bool Agrees => AreClose(Ours.Estimate, Ratio);

    /// <summary>Whether BenchmarkDotNet says the same twice, by the same measure.</summary>
    public bool AgreesWithItself => AreClose(FirstHalf, SecondHalf);

    /// <summary>Whether both tools count the same whole bytes in both sides, in every round.</summary>
    public bool EqualBytes => Theirs.All(round => round.Baseline.Bytes == Baseline.WholeBytes && round.Candidate.Bytes == Candidate.WholeBytes);

    /// <summary>The row of pairs and rounds.</summary>
    public static CalibrationRow Of(ComparedPair pair, IReadOnlyList<BenchmarkRound> theirs, IReadOnlyList<CompletedPair> ours) => new(
        pair,
        theirs,
        Looks.Interval([.. PairRatios.Of(ours).Select(ratio => ratio.Ratios.Wall)], [ours.Count]),
        SideFigures.Of([.. ours.Select(pair => pair.Baseline)]),
        SideFigures.Of([.. ours.Select(pair => pair.Candidate)]));

    /// <summary>Prints the head of the table.</summary>
    public static void PrintHead()
    {
        Output.Print($"| comparison | ns/op, BenchmarkDotNet | ns/op, AsyncLoad | ratio, BenchmarkDotNet | ratio, AsyncLoad | apart | BenchmarkDotNet from itself | B/op, BenchmarkDotNet | B/op, AsyncLoad |");
        Output.Print($"| --- | --: | --: | --: | --: | --: | --: | --: | --: |");
    }

    /// <summary>Prints its row of the table.</summary>
    public void Print() => Output.Print(
        $"| {Pair.Name} | {Mean(round => round.Baseline):0.0}, {Mean(round => round.Candidate):0.0} | {Baseline.NsPerOperation:0.0}, {Candidate.NsPerOperation:0.0} | {Ratio:0.000} | {Ours.Estimate:0.000} [{Ours.Low:0.000}, {Ours.High:0.000}] | {Apart:P1} | {OwnApart:P1} | {Bytes(round => round.Baseline)}, {Bytes(round => round.Candidate)} | {Baseline.Bytes}, {Candidate.Bytes} |");

    private double FirstHalf => RatioOf(Theirs.Take(Theirs.Count / 2));

    private double SecondHalf => RatioOf(Theirs.Skip(Theirs.Count / 2));

    private bool AreClose(double one, double other) => Distance(one, other) <= Share || Math.Abs(one - other) * Mean(round => round.Baseline) <= Nanoseconds;

    private double Mean(Func<BenchmarkRound, BenchmarkFigures> side) => Theirs.Average(round => side(round).Mean);

    private string Bytes(Func<BenchmarkRound, BenchmarkFigures> side) =>
        string.Join('/', Theirs.Select(round => side(round).Bytes?.ToString(CultureInfo.InvariantCulture) ?? "–").Distinct());

    private static double RatioOf(IEnumerable<BenchmarkRound> rounds) =>
        Math.Exp(HodgesLehmann.PseudoMedian([.. rounds.Select(round => round.LogRatio)]));

    private static double Distance(double one, double other) => Math.Exp(Math.Abs(Math.Log(one / other))) - 1;
}

/// <summary>What AsyncLoad says of one side.</summary>
/// <param name="NsPerOperation">Elapsed ns an operation over all pairs; null when none was finished.</param>
/// <param name="Counted">Bytes an operation.</param>
internal sealed record SideFigures(double? NsPerOperation, CountedBytes Counted)
{
    /// <summary>Bytes an operation, rounded as BenchmarkDotNet rounds them; null without a figure.</summary>
    public long? WholeBytes => Counted.PerOperation is { } bytes ? (long)Math.Round(bytes, MidpointRounding.ToEven) : null;

    /// <summary>The same as words.</summary>
    public string Bytes => WholeBytes?.ToString(CultureInfo.InvariantCulture) ?? Counted.Missing ?? "–";

    public static SideFigures Of(IReadOnlyList<SideMeasurement> measurements) =>
        new(LedgerBuilder.Build(measurements)?.NsPerOperation, CountedBytes.Of(measurements));
}
