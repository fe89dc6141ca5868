using System.Diagnostics;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Profiles;
using BenchmarkDotNet.Jobs;

namespace AsyncLoad.Calibration;

/// <summary>
/// Wall time to an answer: AsyncLoad until the ratio's interval is ±2 % or at its last look, BenchmarkDotNet with its defaults and its build,
/// for one comparison and for ten. Bars: half of BenchmarkDotNet's time for either, and every comparison answered, within ±2 %. Quick: one and two, to
/// one look, which need not be as narrow.
/// </summary>
internal sealed class TimeToAnswer(bool quick)
{
    private const double Bar = 0.5;
    private const double SecondsEachPair = 1.2;
    private const double SecondsEachMethod = 25;
    private const double SecondsEachBuild = 20;

    private readonly MeasureSettings measure = quick ? MeasureSettings.Default with { Looks = [8] } : MeasureSettings.Default;

    /// <summary>Measures both and prints a table.</summary>
    /// <returns>The exit code: 2 when a bar is missed.</returns>
    public async Task<int> RunAsync()
    {
        ComparedPair[] one = [ComparedPair.Chain("await-task", "await-value-task")];
        IReadOnlyList<ComparedPair> ten = quick ? [.. ComparedPair.Ten.TakeLast(2)] : ComparedPair.Ten;
        Output.Progress($"One comparison, then {ten.Count}, to {measure.Looks[^1]} pairs each: about {Forecast(1 + ten.Count).TotalMinutes:0} minutes");
        var began = Stopwatch.GetTimestamp();
        Output.Print($"| question | AsyncLoad to ±{measure.HalfWidth:P0} | pairs | half-widths reached | AsyncLoad by its own rule | BenchmarkDotNet | its own 99.9 % margins | AsyncLoad ÷ BenchmarkDotNet |");
        Output.Print($"| --- | --: | --: | --: | --: | --: | --: | --: |");
        var single = await MeasureAsync(one);
        single.Print("one comparison");
        var several = await MeasureAsync(ten);
        several.Print($"{ten.Count} in one profile");
        PrintParts(single.Ours);
        await new PairParts(one[0].ToComparison(new LoadSettings.Sequential()), measure with { Slices = ProfileSource.Slices }).PrintAsync();
        var open = single.Ours.NotWithin(measure.HalfWidth) + several.Ours.NotWithin(measure.HalfWidth);
        if (open > 0)
        {
            Output.Print($"");
            Output.Print($"Not answered: {open} of {1 + ten.Count} comparisons were wider than ±{measure.HalfWidth:P0} at their last look.");
        }

        Output.Print($"");
        Output.Print($"Took {Stopwatch.GetElapsedTime(began).TotalMinutes:0.0} minutes.");
        return single.Share <= Bar && (quick || (several.Share <= Bar && open == 0)) ? 0 : 2;
    }

    private TimeSpan Forecast(int comparisons) =>
        TimeSpan.FromSeconds((2 * SecondsEachBuild) + (comparisons * ((2 * SecondsEachMethod) + (measure.Looks[^1] * SecondsEachPair))));

    private async Task<Times> MeasureAsync(IReadOnlyList<ComparedPair> comparisons)
    {
        var theirs = BenchmarkRun.Of(ComparedPair.SubjectsOf(comparisons), Job.Default);
        Output.Progress($"BenchmarkDotNet: {theirs.Took.TotalSeconds:0.0} s");
        var pairs = measure.Looks[^1];
        var asked = comparisons is [var pair] ? await AskedProcess.CompareAsync(pair, pairs) : await AskedProcess.RunAsync(comparisons, pairs);
        Output.Progress($"AsyncLoad, to the last look: {asked.Took.TotalSeconds:0.0} s");
        return new Times(Answer.Of(asked, measure), theirs.Took, [.. theirs.Figures.Values.Select(figures => figures.Margin / figures.Mean)]);
    }

    /// <summary>Where the time of one comparison goes.</summary>
    private static void PrintParts(Answer answer)
    {
        var asked = answer.Asked;
        var journal = asked.Evidence.Journal.OfType<JournalEntry.Pair>().ToList();
        var pairs = answer.Comparisons[0].Pairs;
        var (first, last) = (journal[0], journal[^1]);
        Output.Print($"");
        Output.Print($"| part of AsyncLoad's time | s |");
        Output.Print($"| --- | --: |");
        Output.Print($"| start to first pair | {(first.Started - asked.Began).TotalSeconds:0.00} |");
        Output.Print($"| a pair, mean | {pairs.Average(pair => pair.Took.Seconds):0.00} |");
        Output.Print($"| the load's own cost | {journal.Except(pairs).Sum(pair => pair.Took.Seconds):0.00} |");
        Output.Print($"| last pair to end: judging, reports | {(asked.Began + asked.Took - last.Started).TotalSeconds - last.Took.Seconds:0.00} |");
    }

    /// <summary>Both tools on the same questions.</summary>
    private sealed record Times(Answer Ours, TimeSpan Theirs, IReadOnlyList<double> Margins)
    {
        /// <summary>The share of BenchmarkDotNet's time that AsyncLoad took.</summary>
        public double Share => Ours.ToWidth / Theirs;

        public void Print(string question) => Output.Print(
            $"| {question} | {Ours.ToWidth.TotalSeconds:0.0} s | {List(Ours.Comparisons.Select(one => (FormattableString)$"{one.PairsToWidth}"))} | {List(Ours.Comparisons.Select(one => (FormattableString)$"{one.HalfWidth:P1}"))} | {Ours.ToVerdict.TotalSeconds:0.0} s | {Theirs.TotalSeconds:0.0} s | {Margins.Min():P1} to {Margins.Max():P1} | {Share:0.00} |");

        private static string List(IEnumerable<FormattableString> figures) => string.Join(", ", figures.Select(FormattableString.Invariant));
    }
}
