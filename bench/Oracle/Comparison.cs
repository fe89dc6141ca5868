using AsyncLoad.Oracle.Grammar;
using AsyncLoad.Oracle.Readings;

namespace AsyncLoad.Oracle;

/// <summary>What came of one class.</summary>
/// <param name="Differences">In words, each.</param>
/// <param name="Compared">Methods that BenchmarkDotNet runs.</param>
/// <param name="Runs">Methods with a combination of parameters that both ran.</param>
/// <param name="Refused">Reasons for which some of these are refused here, one for each.</param>
/// <param name="NotRun">Why BenchmarkDotNet did not run a method in this process.</param>
internal sealed record Comparison(IReadOnlyList<string> Differences, int Compared, int Runs, IReadOnlyList<string> Refused, IReadOnlyList<string> NotRun)
{
    private static readonly Comparison Nothing = new([], 0, 0, [], []);

    /// <summary>Holds two readings of a class against each other; null is one that does not know it.</summary>
    /// <param name="follows016">Whether results are to be consumed as the table of docs/plug-ins.md says, not as BenchmarkDotNet 0.15.8 does.</param>
    /// <param name="ordered">Whether the order of methods is known to both.</param>
    public static Comparison Of(Reading? theirs, Reading? ours, bool follows016, bool ordered)
    {
        if (theirs is null) return ours is { Methods.Count: > 0 } ? Different("BenchmarkDotNet does not list it, and it is measured here") : Nothing;
        if (theirs.Failure is { } failure) return Nothing with { NotRun = [failure] };
        if (theirs.Refusals.Count > 0)
        {
            return ours is { Methods.Count: > 0, Refusals.Count: 0 } ? Different($"BenchmarkDotNet refuses it, and it is measured here: {theirs.Refusals.First().First()}") : Nothing;
        }

        if (ours is null) return Different("it is not found here");
        var notRun = theirs.Runs.Where(run => run.Failure is not null).DistinctBy(run => run.Method).ToDictionary(run => run.Method, run => run.Failure!, StringComparer.Ordinal);
        var refused = theirs.Methods.Select(method => (method.Name, Reason: ReasonOf(ours, method.Name))).Where(method => method.Reason is not null).ToDictionary(StringComparer.Ordinal);
        var common = theirs.Methods.Where(method => !refused.ContainsKey(method.Name)).ToList();
        var runs = common.Where(method => !notRun.ContainsKey(method.Name)).Select(method => RunComparison.Of(method.Name, theirs, ours, follows016)).ToList();
        return new Comparison(
            [.. MethodComparison.Differences(common, ours, ordered), .. runs.SelectMany(run => run.Differences)],
            theirs.IsRun ? theirs.Methods.Count(method => !notRun.ContainsKey(method.Name)) : 0,
            runs.Sum(run => run.Count),
            theirs.IsRun ? [.. refused.Where(method => !notRun.ContainsKey(method.Key)).Select(method => method.Value!), .. runs.Select(run => run.Refused).OfType<string>()] : [],
            [.. notRun.Values]);
    }

    private static Comparison Different(string difference) => Nothing with { Differences = [difference] };

    private static string? ReasonOf(Reading ours, string method) => ours.Methods.Any(measured => measured.Name == method)
        ? null
        : ours.Refusals[ours.Class].Concat(ours.Refusals[$"{ours.Class}.{method[(method.IndexOf('.', StringComparison.Ordinal) + 1)..]}"]).FirstOrDefault();
}

/// <summary>Compares methods by what is said of them.</summary>
internal static class MethodComparison
{
    /// <summary>What differs.</summary>
    /// <param name="common">Methods of BenchmarkDotNet's that are not refused.</param>
    public static IEnumerable<string> Differences(IReadOnlyList<MethodReading> common, Reading ours, bool ordered)
    {
        var own = ours.Methods.GroupBy(method => method.Name, StringComparer.Ordinal).ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        foreach (var method in common.Where(method => !own.ContainsKey(method.Name))) yield return $"{method.Name} is missing here";
        foreach (var method in ours.Methods.Where(method => common.All(other => other.Name != method.Name))) yield return $"{method.Name} is measured here alone";
        MethodReading[] expected = [.. common.Where(method => own.ContainsKey(method.Name))];
        foreach (var difference in expected.Select(method => Difference(method, own[method.Name])).OfType<string>()) yield return difference;
        var (theirOrder, ownOrder) = (Names(expected.OrderByDescending(method => method.IsBaseline)), Names(ours.Methods.Where(method => common.Any(other => other.Name == method.Name))));
        if (ordered && theirOrder != ownOrder) yield return $"the order of methods is {theirOrder}, and here {ownOrder}";
    }

    private static string? Difference(MethodReading theirs, MethodReading ours)
    {
        var name = theirs.Name[(theirs.Name.IndexOf('.', StringComparison.Ordinal) + 1)..];
        // Without a description it is called by its name, here behind that of its class.
        var display = theirs.Display == name && ours.Display.EndsWith("." + name, StringComparison.Ordinal) ? name : ours.Display;
        return theirs == ours with { Display = display } ? null : $"{theirs} here is {ours}";
    }

    private static string Names(IEnumerable<MethodReading> methods) => string.Join(", ", methods.Select(method => method.Name));
}

/// <summary>Compares what was noted while one method ran with all combinations of parameters.</summary>
internal sealed record RunComparison(IReadOnlyList<string> Differences, int Count, string? Refused)
{
    private const string Call = "call ";
    private const string ConsumedPrefix = "consumed ";

    /// <summary>Compares them as sets: both may have their own order.</summary>
    public static RunComparison Of(string method, Reading theirs, Reading ours, bool follows016)
    {
        var (expected, found) = (theirs.Runs.Where(run => run.Method == method).ToList(), ours.Runs.Where(run => run.Method == method).ToList());
        if (found.Find(run => run.IsRefused) is { } refused) return new RunComparison([], 0, refused.Failure);
        if (found.Find(run => run.Failure is not null) is { } failed) return new RunComparison([$"{method} fails here: {failed.Failure}"], 0, null);
        var missing = expected.Select(run => Text(Without(run.Notes, follows016))).Order(StringComparer.Ordinal).ToList();
        var extra = new List<string>();
        foreach (var run in found.Select(run => Text(Once(run.Notes, follows016))))
        {
            if (!missing.Remove(run)) extra.Add(run);
        }

        return new RunComparison(
            [.. missing.Select(run => $"{method}, by BenchmarkDotNet alone:{run}"), .. extra.Select(run => $"{method}, here alone:{run}")], expected.Count, null);
    }

    // Of two calls, which must be alike.
    private static IEnumerable<string> Once(IReadOnlyList<string> notes, bool follows016)
    {
        var calls = notes.Index().Where(note => note.Item.StartsWith(Call, StringComparison.Ordinal)).Select(note => note.Index).ToList();
        if (calls is not [var first, var second]) return [.. notes, $"({calls.Count} calls instead of 2)"];
        string[] one = [.. notes.Take(second).Skip(first)], other = [.. notes.Skip(second).Take(second - first)];
        if (!one.SequenceEqual(other)) return [.. notes, "(the second call differs)"];
        if (follows016 && one[0].Contains(ResultKind.Consumed + "(", StringComparison.Ordinal))
        {
            var consumed = one.Count(IsConsumed);
            if (consumed != 1) return [.. notes, $"(consumed {consumed} times)"];
            one = [.. one.Where(note => !IsConsumed(note))];
        }

        return [.. notes.Take(first), .. one, .. notes.Skip(second + second - first)];
    }

    // A result that is kept may complete at any later time.
    private static IEnumerable<string> Without(IEnumerable<string> notes, bool follows016) => follows016 ? notes.Where(note => !IsConsumed(note)) : notes;

    private static bool IsConsumed(string note) => note.StartsWith(ConsumedPrefix, StringComparison.Ordinal) && note[^1] == ResultKind.Consumed;

    private static string Text(IEnumerable<string> notes) => string.Concat(notes.Select(note => "\n      " + note));
}
