using System.Security.Cryptography;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Code of others, measured by the real program.</summary>
public sealed class PluginTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_benchmark_class_is_compared_by_the_names_of_its_source_and_reported_without_it()
    {
        var plugin = BuiltPlugins.Benchmarks.CopyTo(sandbox);
        var hash = Convert.ToHexStringLower(SHA256.HashData(await File.ReadAllBytesAsync(plugin, TestContext.Current.CancellationToken)));

        var ended = await Asyncload.RunAsync(
            sandbox, ["compare", "Shapes", "ReturnsNumber", "ReturnsValueTaskOfNumber", "--plugin", plugin, "--load", "parallelFor", "--output", "run", .. Profiles.Figures]);
        ended.Expect(0);
        Directory.Delete(Path.GetDirectoryName(plugin)!, recursive: true);
        (await Asyncload.RunAsync(sandbox, "report", "run")).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        var comparison = Assert.Single(run.Results.Comparisons);
        Assert.Equal(("shapes", "returns-number", "returns-value-task-of-number"), (comparison.Workload, comparison.Baseline, comparison.Candidate));
        Assert.All([comparison.Metrics.Baseline, comparison.Metrics.Candidate], side => Assert.Equal(0, side!.BytesPerOperation!.Value, tolerance: 0.05));
        var file = Assert.Single(run.Manifest.Plan.Plugins!.Files);
        Assert.Equal((plugin, hash), (file.Path, file.Sha256));
        Assert.Contains("one for each worker", run.Text("report.md"), StringComparison.Ordinal);
        Assert.Contains("Fixtures.Benchmarks.dll", run.Text("report.html"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Operations_of_a_call_divide_its_figures_and_one_instance_may_serve_all()
    {
        var ended = await Asyncload.RunAsync(
            sandbox, ["compare", "PerInvoke", "Eight", "--plugin", BuiltPlugins.Benchmarks, "--shared-instance", "--output", "run", .. Profiles.Figures]);
        ended.Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        var metrics = Assert.Single(run.Results.Comparisons).Metrics;
        Assert.Equal((24, 24), (Math.Round(metrics.Baseline!.BytesPerOperation!.Value, 1), Math.Round(metrics.Candidate!.BytesPerOperation!.Value, 1)));
        var pairs = run.Pairs.Where(pair => pair.Comparison.StartsWith("compare", StringComparison.Ordinal)).ToList();
        Assert.NotEmpty(pairs);
        Assert.All(pairs, pair => Assert.False(pair.Timed));
        Assert.Contains("one for all workers (--shared-instance)", run.Text("report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Different_values_can_be_ignored()
    {
        var ended = await Asyncload.RunAsync(
            sandbox, ["compare", "Faults", "Fine", "ReturnsOther", "--plugin", BuiltPlugins.Benchmarks, "--ignore-values", "--output", "run", .. Profiles.Figures]);
        ended.Expect(0);

        Assert.Contains("not compared (--ignore-values)", new RunFolder(sandbox.At("run")).Text("report.md"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_method_that_returns_something_new_each_time_is_measured_beside_itself()
    {
        var ended = await Asyncload.RunAsync(
            sandbox, ["compare", "ReturnsUnique", "NewGuid", "NewGuid", "--plugin", BuiltPlugins.Benchmarks, "--output", "run", .. Profiles.Figures]);
        ended.Expect(0);

        Assert.Equal(0, Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05);
    }

    [Fact]
    public async Task A_profile_names_plug_ins_beside_itself()
    {
        BuiltPlugins.Sample.CopyTo(sandbox);
        var profile = sandbox.Write("mine.json", """
            {
              "schemaVersion": 1, "name": "mine", "plugins": ["plugin/SamplePlugin.dll"],
              "experiments": [{ "name": "greet", "workload": "greeting", "baseline": "task", "candidates": ["value-task"] }]
            }
            """);

        (await Asyncload.RunAsync(sandbox, ["run", profile, "--output", "run", .. Profiles.Figures])).Expect(0);
        var missing = (await Asyncload.RunAsync(sandbox, "plan", sandbox.Write("other.json", """{ "plugins": ["absent.dll"] }"""))).Expect(5);

        var metrics = Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics;
        Assert.Equal((72, 0), (Math.Round(metrics.Baseline!.BytesPerOperation!.Value), Math.Round(metrics.Candidate!.BytesPerOperation!.Value)));
        Assert.Contains("other.json: there is no plug-in \"absent.dll\" beside the profile", missing.Error, StringComparison.Ordinal);
    }

    // Exact bytes are counted where nothing else runs: here a result that comes while the driver is only beginning to wait for it costs 40 B, and one that comes before leaves no box.
    [Fact]
    public async Task A_native_workload_is_traced_for_its_pool_hit_rate_and_waits_on_its_own_device()
    {
        string[] little = ["--set", "measure.verdicts=false", "--set", "measure.looks=[1]", "--set", "measure.slices=4", "--set", "measure.warmUpCap=300ms"];
        (await Asyncload.RunAsync(sandbox, ["compare", "remote-stock", "task", "pooled", "--plugin", BuiltPlugins.ConsoleTests, "--output", "run", .. little])).Expect(0);

        var run = new RunFolder(sandbox.At("run"));
        var metrics = Assert.Single(run.Results.Comparisons).Metrics;
        Assert.InRange(metrics.Candidate!.PoolHitRate!.Value, 0.9, 1);
        Assert.Null(metrics.Baseline!.PoolHitRate);
        Assert.InRange(metrics.Baseline.BytesPerOperation!.Value, 90, 152);
        Assert.InRange(metrics.Candidate.BytesPerOperation!.Value, 0, 40);
        var pair = Assert.Single(run.Pairs, measured => measured.Comparison.StartsWith("compare", StringComparison.Ordinal));
        Assert.All([pair.Baseline, pair.Candidate], outcome => Assert.True(Assert.IsType<CellOutcome.Completed>(outcome).Measurement.Device!.Accesses > 0));
    }

    [Fact]
    public async Task Workloads_of_plug_ins_are_listed_with_what_is_left_out()
    {
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "--plugin", BuiltPlugins.Benchmarks, "--plugin", BuiltPlugins.RealAttributes)).Expect(0);
        var one = (await Asyncload.RunAsync(sandbox, "list", "workloads", "Sums", "--plugin", BuiltPlugins.RealAttributes)).Expect(0);

        Assert.Contains("sums: benchmark class Fixtures.Sums", listed.Output, StringComparison.Ordinal);
        Assert.Contains("note: plug-in Fixtures.Benchmarks.dll: RefusedMethods.Prepared cannot be measured: [IterationSetup] BeforeEach", listed.Error, StringComparison.Ordinal);
        Assert.Contains("a loop (baseline)", one.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_class_is_planned_in_the_groups_of_its_categories()
    {
        BuiltPlugins.ClassShapes.CopyTo(sandbox);
        var profile = sandbox.Write("groups.json", """
            { "schemaVersion": 1, "name": "groups", "plugins": ["plugin/Fixtures.ClassShapes.dll"], "experiments": [{ "name": "all", "workload": "InCategories" }] }
            """);

        var planned = (await Asyncload.RunAsync(sandbox, "plan", profile)).Expect(0);
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "InCategories", "--plugin", BuiltPlugins.ClassShapes)).Expect(0);
        var refused = (await Asyncload.RunAsync(sandbox, "compare", "TwoBaselines", "--plugin", BuiltPlugins.ClassShapes)).Expect(4);

        Assert.Contains("all/read-quickly-vs-read/", planned.Output, StringComparison.Ordinal);
        Assert.Contains("all/write-quickly-vs-write/", planned.Output, StringComparison.Ordinal);
        Assert.Contains("2 comparisons,", planned.Output, StringComparison.Ordinal);
        Assert.Contains("note: in-categories: not compared, because their group has no baseline: neither", planned.Error, StringComparison.Ordinal);
        Assert.Matches(@"write +int +none +0 +never +write, Shop +as it was \(baseline\)", listed.Output);
        Assert.Contains("TwoBaselines cannot be measured: Read and Write are in one group and both have Baseline = true", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Hostile_names_stay_text()
    {
        var ended = await Asyncload.RunAsync(
            sandbox, ["compare", "GrößeHttpReads", "unnamed", "--plugin", BuiltPlugins.Benchmarks, "--output", "run", .. Profiles.Figures]);
        ended.Expect(0);
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "größe-http-reads", "--plugin", BuiltPlugins.Benchmarks)).Expect(0);

        Assert.DoesNotContain("<script>", new RunFolder(sandbox.At("run")).Text("report.html"), StringComparison.Ordinal);
        Assert.All(["\u001b", "\u202e"], steering => Assert.DoesNotContain(steering, listed.Output, StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_project_is_built_before_it_is_listed()
    {
        var folder = Project("public class Mine { [BenchmarkDotNet.Attributes.Benchmark] public int Answer() => 42; }");
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "Mine", "--project", folder)).Expect(0);

        Assert.Contains("mine: benchmark class Mine", listed.Output, StringComparison.Ordinal);
        Assert.Contains("plug-in: Own.dll", listed.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_project_that_needs_ASP_NET_Core_is_measured_with_the_one_that_is_installed()
    {
        Assert.SkipUnless(Directory.Exists(Path.Combine(Path.GetDirectoryName(Repository.Muxer)!, "shared", "Microsoft.AspNetCore.App")), "there is no ASP.NET Core");
        var folder = Project("public class Mine { [BenchmarkDotNet.Attributes.Benchmark] public object Empty() => new Microsoft.AspNetCore.Http.HeaderDictionary(); }");
        sandbox.Write("own/Own.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><FrameworkReference Include="Microsoft.AspNetCore.App" /></ItemGroup>
            </Project>
            """);
        (await Asyncload.RunAsync(sandbox, ["compare", "Mine", "Empty", "Empty", "--project", folder, "--output", "run", .. Profiles.Figures])).Expect(0);

        Assert.True(Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics.Candidate!.BytesPerOperation > 20);
    }

    [Fact]
    public async Task A_project_that_does_not_build_shows_the_errors_of_the_compiler()
    {
        var folder = Project("public class Mine { public int Answer() => nothing; }");
        var refused = (await Asyncload.RunAsync(sandbox, "list", "workloads", "--project", folder)).Expect(5);

        Assert.Contains("cannot be built", refused.Error, StringComparison.Ordinal);
        Assert.Contains("error CS0103", refused.Error, StringComparison.Ordinal);
    }

    [Fault(33)]
    [Theory]
    [InlineData("-q\"q a;b 'é", "Own.csproj")]
    [InlineData("$(x),", "-O w;n $(x)%41.csproj")]
    [InlineData("100% a", "")]
    public async Task A_project_is_built_wherever_it_lies_and_whatever_it_is_called(string folder, string file)
    {
        var project = Project("public class Mine { [BenchmarkDotNet.Attributes.Benchmark] public int Answer() => 42; }", folder, file.Length > 0 ? file : "Own.csproj");

        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "Mine", "--project", file.Length > 0 ? project : Path.GetDirectoryName(project)!)).Expect(0);

        Assert.Contains("mine: benchmark class Mine", listed.Output, StringComparison.Ordinal);
    }

    [Fault(33)]
    [Theory]
    [InlineData("per%41cent", "Own.csproj", "%41")]
    [InlineData("@(x)", "Own.csproj", "@(")]
    [InlineData("st*r", "Own.csproj", "*")]
    [InlineData("why?", "Own.csproj", "?")]
    [InlineData("co:lon", "Own.csproj", ":")]
    [InlineData("own", "q\"q.csproj", "\"")]
    public async Task What_MSBuild_reads_otherwise_in_a_path_is_named(string folder, string file, string sign)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "names that Windows does not have");
        var project = Project("public class Mine;", folder, file);

        var refused = (await Asyncload.RunAsync(sandbox, "list", "workloads", "--project", project)).Expect(5);

        Assert.Contains($"its path contains \"{sign}\", which MSBuild cannot read: rename it, or move it to another folder", refused.Error, StringComparison.Ordinal);
    }

    private string Project(string source, string folder = "own", string file = "Own.csproj")
    {
        Directory.CreateDirectory(sandbox.At(folder));
        sandbox.Write($"{folder}/Own.cs", source + "\nnamespace BenchmarkDotNet.Attributes { public class BenchmarkAttribute : System.Attribute { } }");
        return sandbox.Write($"{folder}/{file}", """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>net10.0</TargetFrameworks></PropertyGroup></Project>""");
    }
}
