using System.Text.RegularExpressions;
using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tracing.Advisor;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>Pages that list what the code has list all of it.</summary>
public sealed partial class TablePageTests
{
    [Fact]
    public void Every_warning_has_a_row()
    {
        var ids = typeof(Warning).Assembly.GetTypes()
            .Where(type => type.Namespace == typeof(Warning).Namespace)
            .Select(type => type.GetField("Id")?.GetRawConstantValue())
            .OfType<string>()
            .ToList();
        Assert.Contains("cell-dropped", ids);
        Assert.All(ids, id => Assert.Contains($"\n| `{id}` |", Page("docs/reading-a-report.md"), StringComparison.Ordinal));
    }

    [Fact]
    public void Every_finding_of_the_advisor_has_a_row() =>
        Assert.All(Enum.GetNames<AdviceFinding>(), name => Assert.Contains($"\n| {Words(name)} |", Page("docs/advice.md"), StringComparison.Ordinal));

    [Fact]
    public void Every_metric_that_can_be_gated_has_a_row()
    {
        var rows = Page("docs/profiles.md").Split('\n').Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('|')[1]).ToList();
        Assert.All(Metric.All.Where(metric => metric.Gate is not null), metric => Assert.Contains(rows, row => row.Contains($"`{metric.Name}`", StringComparison.Ordinal)));
    }

    [Fact]
    public void Every_option_is_explained_on_some_page()
    {
        var pages = string.Join('\n', Documents.All.Select(page => page.Text));
        Assert.All(
            HelpTests.Commands.SelectMany(command => command.Options).Select(option => option.Name).Where(name => name.StartsWith("--", StringComparison.Ordinal)).Distinct(),
            name => Assert.Contains(name, pages, StringComparison.Ordinal));
    }

    [Fact]
    public void The_recipes_name_files_that_are_there()
    {
        var paths = PathInCode().Matches(Page("CONTRIBUTING.md")).Select(match => match.Groups[1].Value).Distinct().ToList();
        Assert.NotEmpty(paths);
        Assert.All(paths, path => Assert.True(Path.Exists(Path.Combine(Repository.Root, path)), path));
    }

    private static string Page(string path) => Documents.Of(path).Text;

    // CompletionSource is "completion source" on the page.
    private static string Words(string name) => Capital().Replace(name, " $0").TrimStart().ToLowerInvariant();

    [GeneratedRegex("[A-Z]")]
    private static partial Regex Capital();

    [GeneratedRegex(@"`((?:src|tests|docs|bench)/[\w./-]+)`")]
    private static partial Regex PathInCode();
}
