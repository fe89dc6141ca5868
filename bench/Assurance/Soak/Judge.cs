namespace AsyncLoad.Assurance.Soak;

/// <summary>Judges what a soak measured. Pure.</summary>
internal static class Judge
{
    /// <summary>Pairs that a whole soak must have.</summary>
    public const int EnoughPairs = 3_000;

    /// <summary>How long a soak is whole.</summary>
    public static readonly TimeSpan Whole = TimeSpan.FromHours(2);

    // Until then code is compiled, and heaps find their size.
    private static readonly TimeSpan WarmUp = TimeSpan.FromMinutes(1);

    // Two in a quarter.
    private const int FewestSamples = 8;

    private const double MemoryFactor = 1.1;
    private const long MoreMemory = 16_000_000;
    private const int MoreHandles = 2;
    private const int MoreThreads = 2;

    // Two sides and the idle process beside them, each with the socket to it, the runtime's own and two pipes for debuggers. A sample may meet them or not.
    private const int FilesOfOnePair = 12;
    private const long MoreTemporaryBytes = 1_000_000;

    private const int PairsAtEitherEnd = 200;
    private const double BetweenFactor = 1.5;
    private const double MoreMillisecondsBetween = 5;
    private const double SecondsOfReport = 60;

    /// <summary>Every bar, held or not.</summary>
    public static IReadOnlyList<Bar> Bars(Evidence evidence) => [.. OfSamples(evidence), .. OfJournal(evidence), .. OfEnds(evidence)];

    private static IEnumerable<Bar> OfSamples(Evidence evidence)
    {
        // After the time asked for the run judges itself, which it does once.
        var samples = evidence.Samples.Where(sample => sample.At >= WarmUp && sample.At <= evidence.Asked).ToList();
        var quarter = Math.Max(1, samples.Count / 4);
        yield return new Bar("samples after the first minute", Unit.Count, null, samples.Count, FewestSamples, AtLeast: true);
        yield return Grown("resident memory", Unit.Bytes, sample => sample.Process.ResidentBytes, before => (MemoryFactor * before) + MoreMemory);
        yield return Grown("open handles", Unit.Count, sample => sample.Process.Handles, before => before + MoreHandles);
        yield return Grown("threads", Unit.Count, sample => sample.Process.Threads, before => before + MoreThreads);
        yield return Grown("temporary files", Unit.Count, sample => sample.Temporary.Count, before => before + FilesOfOnePair);
        yield return Grown("bytes of temporary files", Unit.Bytes, sample => sample.Temporary.Bytes, before => before + MoreTemporaryBytes);
        // None would mean that they lay where nobody looked.
        yield return new Bar("most temporary files", Unit.Count, null, samples.Select(sample => sample.Temporary.Count).DefaultIfEmpty().Max(), 1, AtLeast: true);

        Bar Grown(string figure, Unit unit, Func<Sample, double> of, Func<double, double> allowed)
        {
            var (before, after) = (Median(samples.Take(quarter).Select(of)), Median(samples.TakeLast(quarter).Select(of)));
            return new Bar(figure, unit, before, after, allowed(before));
        }
    }

    private static IEnumerable<Bar> OfJournal(Evidence evidence)
    {
        var between = evidence.Journal.MillisecondsBetween;
        var count = Math.Min(PairsAtEitherEnd, between.Count / 2);
        var before = Median(between.Take(count));
        yield return new Bar("time between pairs", Unit.Milliseconds, before, Median(between.TakeLast(count)), (BetweenFactor * before) + MoreMillisecondsBetween);
        yield return new Bar("damaged lines of the journal", Unit.Count, null, evidence.Journal.Damaged, 0);
        yield return new Bar("completed pairs", Unit.Count, null, evidence.Journal.Pairs, evidence.Asked >= Whole ? EnoughPairs : 1, AtLeast: true);
    }

    private static IEnumerable<Bar> OfEnds(Evidence evidence)
    {
        yield return new Bar("exit code of the run", Unit.Count, null, evidence.Run.ExitCode, 0);
        yield return new Bar("entries left in TMPDIR", Unit.Count, null, evidence.Left.Count, 0);
        yield return new Bar("exit code of the report", Unit.Count, null, evidence.Report.ExitCode, 0);
        yield return new Bar("time of the report", Unit.Seconds, null, evidence.Report.Took.TotalSeconds, SecondsOfReport);
    }

    // Not a number for none.
    private static double Median(IEnumerable<double> values)
    {
        double[] ordered = [.. values.Order()];
        var middle = ordered.Length / 2;
        return ordered.Length == 0 ? double.NaN : ordered.Length % 2 == 1 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
    }
}
