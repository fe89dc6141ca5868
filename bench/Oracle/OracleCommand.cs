using System.Globalization;
using System.Text.RegularExpressions;
using AsyncLoad.Oracle.Grammar;
using AsyncLoad.Oracle.Readings;

namespace AsyncLoad.Oracle;

/// <summary>Generates classes, asks both programs, and prints where they differ.</summary>
internal static partial class OracleCommand
{
    private const int Differs = 1;
    private const int MostShown = 20;

    // Of fewer classes a share says nothing.
    private const int FewestForShare = 500;
    private const double MostRefused = 0.05;

    /// <summary>Compares so many classes.</summary>
    /// <returns>The exit code: 1 where something differs, too much is refused, or something does not compile.</returns>
    public static int Run(int seed, int classes, bool follows016)
    {
        Unit[] units = [.. Enumerable.Range(1, classes).Select(number => Unit.Make(seed, number))];
        var (path, errors) = GeneratedAssembly.Compile(units, Path.GetFullPath(Path.Combine("artifacts", "oracle")));
        var theirs = new BenchmarkDotNetReader(path).Read().ToDictionary(reading => reading.Class, StringComparer.Ordinal);
        var ours = new OwnReader(path).Read().ToDictionary(reading => reading.Class, StringComparer.Ordinal);
        var compared = theirs.Keys.Union(ours.Keys, StringComparer.Ordinal).Order(StringComparer.Ordinal).Select(name => (Name: name, Unit: UnitOf(name, units))).Select(one => (
            one.Name,
            one.Unit,
            Came: Comparison.Of(theirs.GetValueOrDefault(one.Name), ours.GetValueOrDefault(one.Name), follows016, !HasHouseAttributes(one.Unit)))).ToList();
        var different = compared.Where(one => one.Came.Differences.Count > 0).GroupBy(one => one.Unit).ToList();
        foreach (var unit in different.Take(MostShown)) Show(unit.Key, unit.SelectMany(one => one.Came.Differences.Select(difference => $"{one.Name}: {difference}")));
        foreach (var error in errors) Print($"does not compile, --print and its number: {error}");
        var code = Sum(classes, different.Count, [.. compared.Select(one => one.Came)]);
        return errors.Count > 0 ? Differs : code;
    }

    private static int Sum(int classes, int different, List<Comparison> compared)
    {
        var (methods, refused, notRun) = (compared.Sum(one => one.Compared), compared.SelectMany(one => one.Refused).ToList(), compared.SelectMany(one => one.NotRun).ToList());
        foreach (var reason in Kinds(refused)) Print($"refused here, {reason.Count()} of them: {reason.First()}");
        foreach (var reason in Kinds(notRun)) Print($"not run by BenchmarkDotNet, {reason.Count()} of them: {reason.First()}");
        var share = methods == 0 ? 0 : (double)refused.Count / methods;
        Print($"{classes} classes, {methods} methods, {compared.Sum(one => one.Runs)} combinations run by both, {notRun.Count} methods not run by BenchmarkDotNet in this process");
        Print($"{refused.Count} methods refused here ({share:P1})");
        Print($"{different} classes with differences");
        return different > 0 || (classes >= FewestForShare && share > MostRefused) ? Differs : 0;
    }

    private static IEnumerable<IGrouping<string, string>> Kinds(IEnumerable<string> reasons) =>
        reasons.GroupBy(reason => GeneratedNames().Replace(reason, "…"), StringComparer.Ordinal).OrderByDescending(group => group.Count());

    private static void Show(Unit unit, IEnumerable<string> differences)
    {
        Print($"// --print {unit.Number}");
        Print($"{unit.Source}");
        foreach (var difference in differences) Print($"  {difference}");
        Print($"");
    }

    private static Unit UnitOf(string name, Unit[] units) => units[int.Parse(Number().Match(name).Value, CultureInfo.InvariantCulture) - 1];

    // Attributes that derive from [Benchmark] and do not hand on their line leave BenchmarkDotNet without the order.
    private static bool HasHouseAttributes(Unit unit) => unit.Source.Contains("[Quick", StringComparison.Ordinal) || unit.Source.Contains("[Halved", StringComparison.Ordinal);

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));

    [GeneratedRegex(@"(?<=[a-z])\d{4}")]
    private static partial Regex Number();

    [GeneratedRegex(@"\w*\d\w*(<[^>]*>)?(\.\w+)?")]
    private static partial Regex GeneratedNames();
}
