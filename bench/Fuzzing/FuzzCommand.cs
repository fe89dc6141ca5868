using System.Diagnostics;
using System.Globalization;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Fuzzing.Targets;

namespace AsyncLoad.Fuzzing;

/// <summary>The commands for people: runs targets, keeps what broke them, prints a table.</summary>
internal static class FuzzCommand
{
    private const int FindFailed = 2;
    private const int MostShown = 8;

    /// <summary>A target by its name; one that fails on purpose is among them.</summary>
    public static FuzzTarget? Find(string name) => FuzzTarget.CreateAll().Append(new FaultyTarget()).FirstOrDefault(target => target.Name == name);

    /// <summary>Runs targets one after the other.</summary>
    /// <returns>The exit code: 2 when something broke.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<FuzzTarget> targets, int seed, long from, long inputs)
    {
        var broken = false;
        Print($"| target | inputs | read | outcomes | most allocated | finds | took |");
        Print($"| --- | --: | --: | --: | --: | --: | --: |");
        foreach (var target in targets)
        {
            var started = Stopwatch.GetTimestamp();
            var result = await new ChildCampaign(target.Name, seed, done => Progress($"{target.Name}: {done:N0}")).RunAsync(from, inputs / target.Divisor);
            var finds = result.Finds.DistinctBy(find => find.Cause).ToList();
            Print($"| {target.Name} | {result.To - result.From:N0} | {result.Read:N0} | {result.Outcomes.Count} | {result.MostBytes / 1e6:0.0} MB | {finds.Count} | {Stopwatch.GetElapsedTime(started).TotalSeconds:0} s |");
            foreach (var outcome in result.Outcomes.OrderByDescending(outcome => outcome.Count).Take(MostShown)) Progress($"  {outcome.Count,10:N0} {(outcome.Read ? "read" : "refused")}: {outcome.Word}");
            foreach (var find in finds) Keep(target, seed, find);
            broken |= finds.Count > 0;
        }

        return broken ? FindFailed : 0;
    }

    /// <summary>Runs one input from a file.</summary>
    public static int Replay(FuzzTarget target, string file)
    {
        var outcome = target.Run(File.ReadAllBytes(file));
        Print($"{(outcome.Read ? "read" : "refused")}: {outcome.Word}");
        return 0;
    }

    private static void Keep(FuzzTarget target, int seed, Find find)
    {
        var folder = Directory.CreateDirectory(Path.Combine("artifacts", "fuzz", target.Name));
        var file = Path.Combine(folder.FullName, string.Create(CultureInfo.InvariantCulture, $"{seed}-{find.Index}"));
        File.WriteAllBytes(file, target.Make(Dice.For(seed, find.Index)));
        Progress($"FIND {target.Name} --seed {seed} --from {find.Index}: {find.What}");
        Progress($"     replay {target.Name} {file}");
    }

    private static void Print(FormattableString line) => Console.Out.WriteLine(FormattableString.Invariant(line));

    private static void Progress(FormattableString line) => Console.Error.WriteLine(FormattableString.Invariant(line));
}
