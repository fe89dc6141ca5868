using System.Globalization;
using System.Reflection;
using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Faults;

/// <summary>docs/evidence/reliability.md lists the tests that provoke each fault: those of this test program as they are in it.</summary>
public partial class FaultTableTests
{
    private const int Rows = 33;
    private const string Prefix = "AsyncLoad.";

    private static readonly Assembly Own = typeof(FaultTableTests).Assembly;

    // "Tests." or "EndToEnd.": how the names of this program's tests begin.
    private static readonly string OwnNames = Own.GetName().Name![Prefix.Length..] + ".";

    [Fact]
    public void The_list_has_the_tests_of_this_program_and_no_others() =>
        Assert.Equal(Found().Order(), Listed().Where(test => test.Name.StartsWith(OwnNames, StringComparison.Ordinal)).Order());

    [Fact]
    public void Every_row_has_a_test() => Assert.Equal(Enumerable.Range(1, Rows), Listed().Select(test => test.Row).Distinct().Order());

    private static IEnumerable<(int Row, string Name)> Found() =>
        from type in Own.GetTypes()
        from method in type.GetMethods(BindingFlags.Public | BindingFlags.Instance)
        where method.GetCustomAttribute<FactAttribute>() is not null
        from row in RowsOf(type).Concat(RowsOf(method)).Distinct()
        select (row, $"{type.FullName![Prefix.Length..]}.{method.Name}");

    private static IEnumerable<int> RowsOf(MemberInfo member) => member.GetCustomAttribute<FaultAttribute>()?.Rows ?? [];

    private static List<(int Row, string Name)> Listed()
    {
        var tests = new List<(int, string)>();
        var row = 0;
        foreach (var line in File.ReadLines(Path.Combine(Root(AppContext.BaseDirectory), "docs", "evidence", "reliability.md")))
        {
            if (RowLine().Match(line) is { Success: true } begun) row = int.Parse(begun.Groups[1].ValueSpan, CultureInfo.InvariantCulture);
            if (TestLine().Match(line) is { Success: true } test) tests.Add((row, test.Groups[1].Value));
        }

        return tests;
    }

    private static string Root(string folder) =>
        File.Exists(Path.Combine(folder, "AsyncLoad.sln"))
            ? folder
            : Root(Path.GetDirectoryName(folder) ?? throw new DirectoryNotFoundException($"no AsyncLoad.sln above {AppContext.BaseDirectory}"));

    [GeneratedRegex(@"^(\d+):$")]
    private static partial Regex RowLine();

    [GeneratedRegex("^- `([A-Za-z0-9_.]+)`")]
    private static partial Regex TestLine();
}
