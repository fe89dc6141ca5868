using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Calibration;

/// <summary>
/// Cuts a trace at random places and flips random bytes of it, and has each read by the process that <c>analyze</c> starts: a table of what became of them.
/// None may die, run out of memory or take too long.
/// </summary>
internal sealed class DamagedTraces(string file, int each)
{
    private const int Seed = 20261122;

    /// <summary>Reads them all and prints the table.</summary>
    /// <returns>The exit code: 2 when a reader did not come to an end of its own.</returns>
    public async Task<int> RunAsync()
    {
        var whole = await File.ReadAllBytesAsync(file);
        var folder = Directory.CreateTempSubdirectory("asyncload-damage-");
        var mutant = Path.Combine(folder.FullName, "mutant.nettrace");
        var random = new Random(Seed);
        var outcomes = new SortedDictionary<string, (int Cuts, int Flips)>(StringComparer.Ordinal);
        for (var index = 0; index < 2 * each; index++)
        {
            var cut = index < each;
            await File.WriteAllBytesAsync(mutant, cut ? whole[..random.Next(whole.Length)] : Flipped(whole, random));
            var outcome = Describe(await new ReadingProcess(ReadingLimits.For(whole.Length)).RunAsync([AnalyzeChildCommand.Name, "--", mutant], CancellationToken.None));
            var (cuts, flips) = outcomes.GetValueOrDefault(outcome);
            outcomes[outcome] = cut ? (cuts + 1, flips) : (cuts, flips + 1);
            if ((index + 1) % 50 == 0) Output.Progress($"{index + 1} of {2 * each}");
        }

        folder.Delete(recursive: true);
        Output.Print($"| what became of it | {each} cuts | {each} flips |");
        Output.Print($"| --- | --: | --: |");
        foreach (var (outcome, (cuts, flips)) in outcomes) Output.Print($"| {outcome} | {cuts} | {flips} |");
        return outcomes.Keys.Any(outcome => outcome.StartsWith('!')) ? 2 : 0;
    }

    private static byte[] Flipped(byte[] whole, Random random)
    {
        var bytes = whole.ToArray();
        bytes[random.Next("Nettrace".Length, bytes.Length)] ^= (byte)random.Next(1, 256);
        return bytes;
    }

    private static string Describe(ReadingEnd end) => end switch
    {
        ReadingEnd.Answered answered => Describe(TraceDigestJson.Read(answered.Text).State),
        ReadingEnd.Unreadable => "refused",
        ReadingEnd.OutOfMemory => "! out of memory",
        ReadingEnd.TimedOut => "! took too long",
        ReadingEnd.Crashed crashed => $"! died ({crashed.ExitCode})",
        var other => throw new InvalidOperationException($"no words for {other}"),
    };

    private static string Describe(TraceState state) => state switch
    {
        { Events: 0 } => "nothing readable",
        { Damage: not null } => "read up to the damage, called damaged",
        { Truncated: true } => "read up to its end, called truncated",
        { EventsLost: null } => "read whole, count of lost events makes no sense",
        { EventsLost: not 0 } => "read whole, events missing",
        _ => "read whole: no checksum tells",
    };
}
