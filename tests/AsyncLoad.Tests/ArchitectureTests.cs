using System.Text.RegularExpressions;
using System.Xml.Linq;
using Xunit;

namespace AsyncLoad.Tests;

/// <summary>The rules of the house that can be read off its files; those that need its types are in the other half.</summary>
public partial class ArchitectureTests
{
    private const int LongestFile = 300;

    // The arrows of the architecture picture. Harness starts Host as a process and names it for build order only, and so does Testing with Harness.
    private static readonly Dictionary<string, string[]> References = new()
    {
        ["Model"] = [],
        ["Workloads"] = [],
        ["Host"] = ["Model", "Workloads"],
        ["Tracing"] = ["Model"],
        ["Analysis"] = ["Model", "Tracing"],
        ["Reporting"] = ["Analysis", "Model"],
        ["Harness"] = ["Analysis", "Host", "Model", "Reporting"],
        ["NBomber"] = ["Host", "Model", "Workloads"],
        ["Testing"] = ["Harness", "Model"],
    };

    // What plug-ins, tests and the measured process must not carry.
    private static readonly string[] WithoutPackages = ["Model", "Workloads", "Host", "Testing"];

    [Fact]
    public void No_source_file_is_longer_than_300_lines() =>
        AssertNone(
            Repository.Files("*.cs", "src", "tests", "bench", "samples")
                .Select(path => (Path: path, Lines: Repository.Lines(path).Length))
                .Where(file => file.Lines > LongestFile)
                .Select(file => $"{file.Path} has {file.Lines} lines: split it by what it does"));

    // BenchmarkDotNet looks for the project of a benchmark by its name, below the root, and refuses two.
    [Fact]
    public void No_two_projects_have_the_same_name() =>
        AssertNone(
            Repository.Files("*.csproj", "src", "tests", "bench", "samples")
                .GroupBy(ProjectName, StringComparer.OrdinalIgnoreCase)
                .Where(projects => projects.Count() > 1)
                .Select(projects => string.Join(" and ", projects)));

    [Fact]
    public void Project_references_equal_the_picture()
    {
        var found = Repository.Files("*.csproj", "src").ToDictionary(ProjectName, path => Included(path, "ProjectReference").Select(ProjectName).Order().ToArray());

        Assert.Equal(References.Keys.Order(), found.Keys.Order());
        Assert.All(References, project => Assert.Equal(project.Value, found[project.Key]));
    }

    [Fact]
    public void Programs_that_are_started_are_never_loaded() =>
        Assert.All([("Harness", "Host"), ("Testing", "Harness")], entry =>
        {
            var (project, started) = entry;
            var reference = Project($"src/{project}/{project}.csproj").Descendants("ProjectReference").Single(item => ProjectName((string)item.Attribute("Include")!) == started);

            Assert.Equal("false", (string?)reference.Attribute("ReferenceOutputAssembly"));
        });

    [Fact]
    public void NBomber_is_built_on_request_only()
    {
        Assert.DoesNotContain("NBomber", Repository.Text("AsyncLoad.sln"), StringComparison.OrdinalIgnoreCase);
        AssertNone(Repository.Files("packages.lock.json", "src", "tests", "bench").Where(path => Repository.Text(path).Contains("NBomber\"", StringComparison.OrdinalIgnoreCase)));
        var package = Project("src/NBomber/NBomber.csproj").Descendants("PackageReference").Single();
        Assert.Equal("'$(NBomber)' == 'true'", (string?)package.Parent!.Attribute("Condition"));
    }

    [Fact]
    public void What_others_load_needs_no_package() =>
        Assert.All(WithoutPackages, project => Assert.Empty(Included($"src/{project}/{project}.csproj", "PackageReference")));

    [Fact]
    public void The_library_that_judges_the_reader_is_named_only_where_it_reads_what_the_reader_does_not()
    {
        Assert.Equal(["src/Tracing/Tracing.csproj"], Repository.Files("*.csproj", "src").Where(path => Included(path, "PackageReference").Contains("Microsoft.Diagnostics.Tracing.TraceEvent")));
        AssertNone(
            Repository.Files("*.cs", "src")
                .Where(path => Repository.Text(path).Contains("using Microsoft.Diagnostics.Tracing", StringComparison.Ordinal))
                .Where(path => !path.StartsWith("src/Tracing/Library/", StringComparison.Ordinal)));
    }

    [Fact]
    public void Harness_names_reporting_in_commands_only_and_analysis_where_it_plans_and_measures_too() =>
        AssertNone(
            from path in Repository.Files("*.cs", "src/Harness")
            where !path.StartsWith("src/Harness/Cli/", StringComparison.Ordinal)
            from line in Repository.Lines(path).Index()
            where !line.Item.TrimStart().StartsWith("//", StringComparison.Ordinal)
            where ReportingNamespace().IsMatch(line.Item) || (AnalysisNamespace().IsMatch(line.Item) && !Array.Exists(UsersOfRules, path.StartsWith))
            select $"{path}:{line.Index + 1} must not know how results are judged or shown: {line.Item.Trim()}");

    [Fact]
    public void Errors_are_worded_for_the_terminal_in_one_place() => Assert.Equal(["src/Harness/Cli/Output/Terminal.cs"], Having(ErrorLine()));

    // The process that reads a trace tells its reader in lines of their own protocol.
    [Fact]
    public void Failures_become_exit_codes_in_one_place()
    {
        Assert.Equal(["src/Harness/Cli/Analyze/AnalyzeChildCommand.cs", "src/Harness/Cli/CommandLine.cs"], Having(CaughtCode()));
        Assert.Equal(["src/Harness/Cli/CommandLine.cs"], Having(CaughtFailure()));
    }

    [Fact]
    public void Harness_imports_nothing_for_all_its_files() =>
        AssertNone(
            Repository.Files("*.cs", "src/Harness")
                .Where(path => Repository.Text(path).Contains("global using", StringComparison.Ordinal))
                .Concat(Repository.Files("*.csproj", "src/Harness").Where(path => Included(path, "Using").Any())));

    [Fact]
    public void No_file_of_the_product_names_a_path_of_somebodys_machine() =>
        AssertNone(
            from path in Repository.Files("*", "src", "docs", "profiles", "samples")
            where TextFiles.Contains(Path.GetExtension(path))
            from line in Repository.Lines(path).Index()
            where MachinePath().IsMatch(line.Item)
            select $"{path}:{line.Index + 1}: {line.Item.Trim()}");

    [Fact]
    public void The_rules_see_what_they_forbid()
    {
        Assert.Matches(AnalysisNamespace(), "using AsyncLoad.Analysis.Gates;");
        Assert.All(["var r = Reporting.Html.Write(x);", "AsyncLoad.Reporting.X y;"], line => Assert.Matches(ReportingNamespace(), line));
        Assert.All(["using AsyncLoad.Model;", "run.Analysis.Count", "RunAnalysis a"], line => Assert.DoesNotMatch(AnalysisNamespace(), line));
        Assert.All([@"C:\Users\x", "see /home/ann/x", "\"/tmp/x\"", "/Users/bob/"], line => Assert.Matches(MachinePath(), line));
        Assert.All(["/proc/self/status", "src/home/x", "https://example.org/tmp/x"], line => Assert.DoesNotMatch(MachinePath(), line));
        Assert.All(["Error.WriteLine($\"error: {why}\");", "Error.Write(\"error: \" + why);"], line => Assert.Matches(ErrorLine(), line));
        Assert.DoesNotMatch(ErrorLine(), "$\"internal error: {why}\"");
        Assert.All(["catch (IOException full)\n{\n    Say(full);\n    return ExitCode.Refused;\n}", "catch\n{\n    return (null, ExitCode.Refused);\n}"], text => Assert.Matches(CaughtCode(), text));
        Assert.DoesNotMatch(CaughtCode(), "catch (IOException full)\n{\n    throw new CommandFailedException(ExitCode.Refused, full.Message);\n}\nreturn ExitCode.Ok;");
        Assert.All(["catch (CommandFailedException)", "CommandFailedException.From(problem)"], line => Assert.Matches(CaughtFailure(), line));
        Assert.Contains("src/Model/ModelJson.cs", Repository.Files("*.cs", "src"));
    }

    private static readonly string[] TextFiles = [".cs", ".csproj", ".md", ".json", ".jsonl", ".html", ".css", ".js", ".txt", ".yml", ".yaml"];

    // Each rule is written once: when to stop, extend and retry is for these what it is for judging.
    private static readonly string[] UsersOfRules = ["src/Harness/Execution/", "src/Harness/Planning/"];

    // Inside namespace AsyncLoad.Harness the two may be named without their prefix.
    [GeneratedRegex(@"\bAsyncLoad\.Analysis\b|(?<![\w.])Analysis\.\w")]
    private static partial Regex AnalysisNamespace();

    [GeneratedRegex(@"\bAsyncLoad\.Reporting\b|(?<![\w.])Reporting\.\w")]
    private static partial Regex ReportingNamespace();

    [GeneratedRegex(@"(?<![\w.\-/])/(home|Users|root|work|tmp)/\w|\b[A-Z]:\\\w")]
    private static partial Regex MachinePath();

    [GeneratedRegex("\"error:")]
    private static partial Regex ErrorLine();

    [GeneratedRegex(@"\bcatch\b[^{]*\{[^}]*\breturn\b[^;]*\bExitCode\.")]
    private static partial Regex CaughtCode();

    [GeneratedRegex(@"catch \(CommandFailedException|CommandFailedException\.From\(")]
    private static partial Regex CaughtFailure();

    private static IEnumerable<string> Having(Regex pattern) => Repository.Files("*.cs", "src/Harness").Where(path => pattern.IsMatch(Repository.Text(path)));

    private static XDocument Project(string path) => XDocument.Parse(Repository.Text(path));

    private static IEnumerable<string> Included(string path, string item) =>
        Project(path).Descendants(item).Select(element => (string?)element.Attribute("Include")).OfType<string>();

    private static string ProjectName(string path) => Path.GetFileNameWithoutExtension(path.Replace('\\', '/'));

    private static void AssertNone(IEnumerable<string> offences) => Assert.Equal("", string.Join('\n', offences));
}
