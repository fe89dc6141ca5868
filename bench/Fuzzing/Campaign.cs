using System.Diagnostics;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Fuzzing;

/// <summary>Runs inputs one by one in this process and watches each: its exceptions, its time, what it allocates.</summary>
/// <param name="target">What takes them in.</param>
/// <param name="seed">Seed of the inputs.</param>
/// <param name="deadline">Time for one input. Generous: it is to find a reader that does not end, on a machine that others use too.</param>
internal sealed class Campaign(FuzzTarget target, int seed, TimeSpan deadline)
{
    public static readonly TimeSpan Deadline = TimeSpan.FromSeconds(20);

    private static readonly TimeSpan Watch = TimeSpan.FromMilliseconds(100);

    // An input that does not end goes on while the finds before it are told.
    private readonly Lock guard = new();
    private readonly Dictionary<Outcome, long> outcomes = [];
    private readonly List<Find> finds = [];
    private long current;
    private long startedAt;
    private long mostBytes;

    /// <summary>Runs the inputs of some numbers.</summary>
    /// <param name="from">The first number.</param>
    /// <param name="count">How many.</param>
    /// <returns>What became of them. It ends early behind an input that does not end: that one goes on in the background.</returns>
    public CampaignResult Run(long from, long count)
    {
        var done = new ManualResetEventSlim();
        var worker = new Thread(() =>
        {
            for (var index = from; index < from + count; index++) RunOne(index);
            done.Set();
        })
        { IsBackground = true, Name = "fuzzing" };
        current = from;
        Volatile.Write(ref startedAt, Stopwatch.GetTimestamp());
        worker.Start();
        while (!done.Wait(Watch))
        {
            if (Stopwatch.GetElapsedTime(Volatile.Read(ref startedAt)) > deadline) return Hung(from);
        }

        return new CampaignResult(from, from + count, Tally(), finds, mostBytes);
    }

    private CampaignResult Hung(long from)
    {
        lock (guard)
        {
            var index = Volatile.Read(ref current);
            return new CampaignResult(from, index + 1, Tally(), [.. finds, new Find(index, $"did not end within {deadline.TotalSeconds:0} s")], mostBytes, Hung: true);
        }
    }

    private void RunOne(long index)
    {
        Volatile.Write(ref startedAt, Stopwatch.GetTimestamp());
        Volatile.Write(ref current, index);
        var input = target.Make(Dice.For(seed, index));
        var before = GC.GetAllocatedBytesForCurrentThread();
        var (outcome, problem) = (default(Outcome?), default(string));
        try
        {
            outcome = target.Run(input);
        }
        catch (Exception thrown)
        {
            problem = Describe(thrown);
        }

        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        lock (guard)
        {
            if (outcome is { } ended) outcomes[ended] = outcomes.GetValueOrDefault(ended) + 1;
            if (problem is not null) finds.Add(new Find(index, problem));
            mostBytes = Math.Max(mostBytes, allocated);
            if (allocated > target.MostBytes) finds.Add(new Find(index, $"allocated more than {new MeasuredSize(target.MostBytes)}"));
        }
    }

    private List<OutcomeCount> Tally() => [.. outcomes.Select(entry => new OutcomeCount(entry.Key.Read, entry.Key.Word, entry.Value))];

    // With the place where it was thrown, by which finds of one cause are known.
    private static string Describe(Exception problem)
    {
        var frame = (problem.StackTrace ?? "").Split('\n').FirstOrDefault(line => line.Contains("AsyncLoad.", StringComparison.Ordinal))?.Trim() ?? "";
        return $"{problem.GetType().Name}: {problem.Message} {frame}";
    }
}

/// <summary>What became of some inputs.</summary>
/// <param name="From">Number of the first.</param>
/// <param name="To">Number behind the last.</param>
/// <param name="Outcomes">How many ended how.</param>
/// <param name="Finds">Those that broke something.</param>
/// <param name="MostBytes">The most that one of them allocated.</param>
/// <param name="Hung">Whether the last of them did not end, and keeps a processor busy.</param>
internal sealed record CampaignResult(long From, long To, IReadOnlyList<OutcomeCount> Outcomes, IReadOnlyList<Find> Finds, long MostBytes, bool Hung = false)
{
    /// <summary>Both, one behind the other.</summary>
    public CampaignResult Then(CampaignResult next) => new(
        From,
        next.To,
        [.. Outcomes.Concat(next.Outcomes).GroupBy(one => (one.Read, one.Word)).Select(group => new OutcomeCount(group.Key.Read, group.Key.Word, group.Sum(one => one.Count)))],
        [.. Finds, .. next.Finds],
        Math.Max(MostBytes, next.MostBytes),
        next.Hung);

    /// <summary>How many were read.</summary>
    public long Read => Outcomes.Where(outcome => outcome.Read).Sum(outcome => outcome.Count);
}

/// <summary>How many inputs ended in one way.</summary>
internal sealed record OutcomeCount(bool Read, string Word, long Count);

/// <summary>An input that broke something.</summary>
/// <param name="Index">Its number.</param>
/// <param name="What">What it broke.</param>
internal sealed record Find(long Index, string What)
{
    /// <summary>What finds of one cause have in common: the kind of exception, and the place.</summary>
    public string Cause => What.LastIndexOf(" at ", StringComparison.Ordinal) is >= 0 and var place ? What.Split(':')[0] + What[place..] : What;
}
