using AsyncLoad.EndToEnd.Advice;
using AsyncLoad.Proof.Remedies;
using AsyncLoad.Proof.Services;

namespace AsyncLoad.Proof;

/// <summary>What came of all advice on a service.</summary>
/// <param name="Methods">Findings that were told.</param>
/// <param name="Taken">Each advice that was taken, alone.</param>
/// <param name="Whole">Why everything recommended does not build at once or does something else, or why the service cannot be proved; null for nothing.</param>
/// <param name="NotTried">Advice that nothing here can take, by what it does.</param>
/// <param name="Overcharged">Entries whose methods are charged for more than these allocate.</param>
internal sealed record ProofOfService(int Methods, IReadOnlyList<TakenAdvice> Taken, string? Whole, IReadOnlyList<string> NotTried, IReadOnlyList<string> Overcharged);

/// <summary>Takes advice.</summary>
/// <param name="folder">What is built goes there.</param>
/// <param name="program">Path of <c>asyncload.dll</c>.</param>
/// <param name="isTaken">Which advice is taken.</param>
internal sealed class ServiceProver(string folder, string program, Func<PrintedAdvice, bool> isTaken)
{
    // Where an interval covers in 95 % of all cases, this covers in all but one of ten thousand.
    private const double Stretched = 2;

    // Exact, so that few do.
    private const int CountedCalls = 50_000;

    /// <summary>Records a service, takes each advice, and measures again.</summary>
    public async Task<ProofOfService> ProveAsync(Service service)
    {
        var build = Build.Of(service.In(Path.Combine(folder, "source")));
        var (path, errors) = build.Write(Path.Combine(folder, "before"));
        if (errors.Count > 0) throw new InvalidOperationException($"{service.Name} does not compile: {errors[0]}");
        var (before, recording) = await RecordAsync(path);
        var taken = new List<TakenAdvice>();
        var all = recording.Report.Methods;
        foreach (var advice in all.Where(isTaken))
        {
            if (Remedy.Apply(build, advice, all) is not { } rewritten) continue;
            var (saved, failure) = await MeasureAsync(rewritten.Build, before, FormattableString.Invariant($"after{taken.Count + 1}"));
            failure ??= NewWarning(build, rewritten.Build);
            taken.Add(new TakenAdvice(service.Name, advice, recording.PerCall(rewritten.Taken), saved, failure));
        }

        var recommended = taken.Where(one => one.Advice.Weight == "recommended").Select(one => one.Advice).ToList();
        return new ProofOfService(
            all.Count,
            taken,
            recommended.Count > 1 ? await TakeTogetherAsync(build, recommended, before) : null,
            [.. all.Where(advice => advice.RemedyKind is not null && taken.All(one => one.Advice != advice)).Select(advice => $"{advice.RemedyKind}, {advice.Weight}")],
            [.. before.Bytes.Select(entry => Overcharged(entry.Key, (double)entry.Value / CountedCalls * recording.Calls, all)).OfType<string>()]);
    }

    // The methods of a generated unit have its number in their names.
    private static string? Overcharged(string entry, double bytes, IReadOnlyList<PrintedAdvice> all)
    {
        var charged = all.Where(advice => entry.All(char.IsAsciiDigit) && advice.Method.Contains(entry, StringComparison.Ordinal)).ToList();
        var least = charged.Sum(advice => advice.Allocated.Bytes) - (Stretched * Math.Sqrt(charged.Sum(advice => Math.Pow(advice.Allocated.Bytes - advice.Allocated.Low, 2))));
        return least <= bytes ? null : FormattableString.Invariant($"{entry} allocated {bytes:0} B, and is charged for {least:0} B at least: {string.Join("; ", charged)}");
    }

    private async Task<(Load Before, Recording Recording)> RecordAsync(string path)
    {
        await using var running = RunningService.Start(path);
        await running.WarmUpAsync();
        return (await running.LoadAsync(CountedCalls), await Recording.MakeAsync(running, program));
    }

    // By its code: lines move.
    private static string? NewWarning(Build before, Build after)
    {
        var known = before.Warnings().CountBy(Code).ToDictionary();
        var more = after.Warnings().GroupBy(Code).FirstOrDefault(group => group.Count() > known.GetValueOrDefault(group.Key));
        return more is null ? null : "compiles with a new warning: " + string.Join("; ", more.Take(3));

        static string Code(string warning) => warning[..warning.IndexOf(':', StringComparison.Ordinal)];
    }

    private async Task<string?> TakeTogetherAsync(Build build, List<PrintedAdvice> advised, Load before)
    {
        // What one advice changed may be what another one is about: then that has nothing left to change.
        // To return the task of another comes last: that may return a ValueTask by then, which needs no other around it.
        var rewritten = advised.OrderBy(advice => advice.RemedyKind == "returnTaskItself").Aggregate(build, (current, advice) => Remedy.Apply(current, advice, advised)?.Build ?? current);
        return (await MeasureAsync(rewritten, before, "together")).Failure;
    }

    private async Task<(double? Saved, string? Failure)> MeasureAsync(Build build, Load before, string name)
    {
        var (path, errors) = build.Write(Path.Combine(folder, name));
        if (errors.Count > 0) return (null, "does not compile: " + string.Join("; ", errors.Take(3)));
        await using var running = RunningService.Start(path);
        try
        {
            await running.WarmUpAsync();
            var after = await running.LoadAsync(CountedCalls);
            var differing = after.Differing(before).ToList();
            return ((before.AllBytes - after.AllBytes) / (double)CountedCalls, differing.Count == 0 ? null : "returns something else: " + string.Join(", ", differing));
        }
        catch (Exception broken) when (broken is InvalidOperationException or IOException or TimeoutException)
        {
            return (null, "does not run: " + broken.Message);
        }
    }
}
