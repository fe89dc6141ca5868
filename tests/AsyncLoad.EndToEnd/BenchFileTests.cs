using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>One C# file is all that a comparison needs.</summary>
public sealed class BenchFileTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task What_init_writes_is_built_and_compared()
    {
        // As in many repositories.
        sandbox.Write("Directory.Packages.props", "<Project><PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup></Project>");
        (await Asyncload.RunAsync(sandbox, "init", "--file")).Expect(0);
        (await CompareAsync("bench.cs", "OldWay", "NewWay")).Expect(0);

        var metrics = Assert.Single(new RunFolder(sandbox.At("run")).Results.Comparisons).Metrics;
        Assert.Equal(80, metrics.Baseline!.BytesPerOperation!.Value, tolerance: 0.05);
        Assert.Equal(0, metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05);
    }

    // As "dotnet run" takes it: with its own entry point, and with what another file offers.
    [Fact]
    public async Task A_file_may_be_a_program_of_several_classes_and_parameters()
    {
        sandbox.Write("bench.cs", """
            #:package BenchmarkDotNet.Annotations@0.15.8
            #:property Nullable=enable
            using BenchmarkDotNet.Attributes;

            Console.WriteLine("a program");

            public class Sums
            {
                [Params(1, 3)] public int Count { get; set; }
                [Benchmark(Baseline = true)] public int Old() => new int[Count].Length;
                [Benchmark] public int New() => Count;
            }

            public class Others
            {
                [Benchmark] public int A() => 1;
                [Benchmark] public int B() => 1;
            }
            """);
        (await CompareAsync("bench.cs", "Old", "New")).Expect(0);

        var bytes = new RunFolder(sandbox.At("run")).Results.Comparisons.Select(one => Math.Round(one.Metrics.Baseline!.BytesPerOperation!.Value));
        Assert.Equal([32, 40], bytes);
    }

    // As "dotnet run" does: with its settings of the runtime, the folder that it lies in, and projects that it refers to.
    [Fact]
    public async Task A_file_has_what_its_lines_say()
    {
        Directory.CreateDirectory(sandbox.At("Orders"));
        sandbox.Write("Orders/Orders.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
              </PropertyGroup>
            </Project>
            """);
        sandbox.Write("Orders/Order.cs", "namespace Orders { public static class Order { public static int Total(int count) => 2 * count; } }");
        sandbox.Write("beside.txt", "three");
        sandbox.Write("bench.cs", """
            #:package BenchmarkDotNet.Annotations@0.15.8
            #:property ServerGarbageCollection=true
            #:project Orders/Orders.csproj
            using BenchmarkDotNet.Attributes;

            public class Sums
            {
                private string beside = "";

                [GlobalSetup]
                public void SetUp() => beside = File.ReadAllText(Path.Combine((string)AppContext.GetData("EntryPointFileDirectoryPath")!, "beside.txt"));

                [Benchmark(Baseline = true)] public int Old() => Orders.Order.Total(beside.Length);
                [Benchmark] public int New() => System.Runtime.GCSettings.IsServerGC ? 2 * beside.Length : 0;
            }
            """);
        Assert.Contains("bench.dll: measured with the settings of its project: System.GC.Server=True", (await CompareAsync("bench.cs", "Old", "New")).Expect(0).Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_jobs_of_a_class_ask_for_is_in_force_or_named()
    {
        sandbox.Write("bench.cs", """
            #:package BenchmarkDotNet@0.15.8
            using BenchmarkDotNet.Attributes;
            using BenchmarkDotNet.Configs;
            using BenchmarkDotNet.Jobs;

            public class Fast : ManualConfig
            {
                public Fast() => AddJob(Job.ShortRun.WithEnvironmentVariable("MODE", "fast"));
            }

            [GcServer(true)]
            [Config(typeof(Fast))]
            [SimpleJob(RuntimeMoniker.Net80)]
            [MemoryDiagnoser]
            public class Sums
            {
                [Benchmark(Baseline = true)] public bool Server() => System.Runtime.GCSettings.IsServerGC;
                [Benchmark] public bool Yes() => true;
            }
            """);
        var said = (await CompareAsync("bench.cs", "Server", "Yes")).Expect(0).Error;
        Assert.Contains("note: sums: measured with the settings of its jobs: System.GC.Server=True\n", said, StringComparison.Ordinal);
        Assert.Contains("note: sums: its jobs also set EnvironmentVariables=MODE=fast, Runtime=.NET 8.0, which measured processes do not have: ", said, StringComparison.Ordinal);
    }

    // Attributes of one's own may bring a config, and attributes of a method may change its job.
    [Fact]
    public async Task Configs_of_own_attributes_and_of_methods_count()
    {
        sandbox.Write("bench.cs", """
            #:package BenchmarkDotNet@0.15.8
            using BenchmarkDotNet.Attributes;
            using BenchmarkDotNet.Configs;
            using BenchmarkDotNet.Jobs;

            [AttributeUsage(AttributeTargets.Class)]
            public sealed class HouseRulesAttribute : Attribute, IConfigSource
            {
                public IConfig Config => ManualConfig.CreateEmpty().AddJob(Job.Default.WithGcServer(true)).AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory);
            }

            [HouseRules]
            public class Sums
            {
                [Benchmark(Baseline = true), BenchmarkCategory("gc")] public bool Server() => System.Runtime.GCSettings.IsServerGC;
                [Benchmark, BenchmarkCategory("gc"), GcConcurrent(false)] public bool Yes() => true;
                [Benchmark(Baseline = true), BenchmarkCategory("other")] public int Other() => 1;
            }
            """);
        var said = (await CompareAsync("bench.cs", "Server", "Yes")).Expect(0).Error;
        Assert.Contains("note: sums: measured with the settings of its jobs: System.GC.Server=True\n", said, StringComparison.Ordinal);
        Assert.Contains("note: sums: its jobs also set Concurrent=False for Yes, which measured processes do not have: ", said, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_filters_leave_out_is_not_measured_and_named()
    {
        sandbox.Write("bench.cs", """
            #:package BenchmarkDotNet@0.15.8
            using BenchmarkDotNet.Attributes;
            using BenchmarkDotNet.Configs;
            using BenchmarkDotNet.Filters;

            [AnyCategoriesFilter("quick")]
            public class Sums
            {
                [Benchmark, BenchmarkCategory("quick")] public int Quick() => 1;
                [Benchmark, BenchmarkCategory("slow")] public int Slow() => 2;
                [Benchmark, BenchmarkCategory("quick"), OperatingSystemsFilter(allowed: true)] public int Nowhere() => 3;
                [Benchmark, BenchmarkCategory("quick"), OperatingSystemsFilter(allowed: false)] public int Everywhere() => 4;
            }

            public class Small : ManualConfig
            {
                public Small() => AddFilter(new SimpleFilter(benchmark => (int)benchmark.Parameters["Count"] < 3));
            }

            [Config(typeof(Small))]
            public class Counts
            {
                [Params(1, 2, 3)] public int Count { get; set; }
                [Benchmark] public int Twice() => 2 * Count;
            }
            """);
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads", "--project", "bench.cs")).Expect(0);
        Assert.Contains("  variants    quick, everywhere\n", listed.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("counts:", listed.Output, StringComparison.Ordinal);
        const string LeftOut = "cannot be measured: a filter of its config leaves it out here, and BenchmarkDotNet does not run it: remove the filter\n";
        Assert.Contains($"note: plug-in bench.dll: Sums.Slow {LeftOut}", listed.Error, StringComparison.Ordinal);
        Assert.Contains($"note: plug-in bench.dll: Sums.Nowhere {LeftOut}", listed.Error, StringComparison.Ordinal);
        Assert.Contains("note: plug-in bench.dll: Counts.Twice cannot be measured: a filter of its config leaves 2 of 3 combinations of values, and those are not told apart here: remove the filter\n", listed.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_is_built_anew_when_what_its_settings_import_has_changed()
    {
        sandbox.Write("bench.cs", """
            #:package BenchmarkDotNet.Annotations@0.15.8
            using BenchmarkDotNet.Attributes;

            public class Sums
            {
                [Benchmark] public int First() => 1;
                [Benchmark] public int Second() => 1;
            #if MORE
                [Benchmark] public int Newest() => 1;
            #endif
            }
            """);
        sandbox.Write("Directory.Build.props", """<Project><Import Project="shared.props" /></Project>""");
        sandbox.Write("shared.props", "<Project />");
        Assert.DoesNotContain("newest", await VariantsAsync(), StringComparison.Ordinal);
        sandbox.Write("shared.props", "<Project><PropertyGroup><DefineConstants>$(DefineConstants);MORE</DefineConstants></PropertyGroup></Project>");
        Assert.Contains("newest", await VariantsAsync(), StringComparison.Ordinal);

        async Task<string> VariantsAsync() => (await Asyncload.RunAsync(sandbox, "list", "workloads", "Sums", "--project", "bench.cs")).Expect(0).Output;
    }

    [Fact]
    public async Task Errors_are_the_compiler_s_with_line_and_column()
    {
        sandbox.Write("bench.cs", "public class Sums\n{\n    public int Old() => nothing;\n}\n");
        var ended = (await CompareAsync("bench.cs", "Old", "New")).Expect(5);
        Assert.Contains("bench.cs(3,25): error CS0103", ended.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("run")));
    }

    [Fact]
    public async Task A_file_that_names_no_package_of_its_attributes_is_told_the_line_that_does()
    {
        const string Bench = """
            using BenchmarkDotNet.Attributes;

            public class Sums
            {
                [Benchmark] public int Old() => 1;
                [Benchmark] public int New() => 1;
            }
            """;
        sandbox.Write("bench.cs", Bench);
        var ended = (await CompareAsync("bench.cs", "Old", "New")).Expect(5);
        Assert.Contains("error: bench.cs cannot be built: it uses BenchmarkDotNet and does not name its package: add the line \"#:package BenchmarkDotNet@0.15.8\" at the top of the file", ended.Error, StringComparison.Ordinal);
        Assert.Contains("bench.cs(1,7): error CS0246", ended.Error, StringComparison.Ordinal);

        sandbox.Write("bench.cs", ended.Error.Split('"')[1] + "\n" + Bench);
        (await CompareAsync("bench.cs", "Old", "New")).Expect(0);
    }

    private Task<EndedProgram> CompareAsync(string file, string baseline, string candidate) =>
        Asyncload.RunAsync(sandbox, ["compare", file, baseline, candidate, "--output", "run", .. Profiles.Figures]);
}
