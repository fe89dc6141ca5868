using AsyncLoad.Tests.Fixtures;

namespace AsyncLoad.EndToEnd;

/// <summary>A repository of one file of benchmarks, whose second commit allocates more and has one method more. What is built of its commits is built once for all tests.</summary>
public sealed class Shop : IDisposable
{
    /// <summary>The first commit's file.</summary>
    internal const string Bench = """
        #:package BenchmarkDotNet.Annotations@0.15.8
        using System;
        using BenchmarkDotNet.Attributes;

        public class Buffers
        {
            private int size;

            [Params(8)] public int Base { get; set; }
            [GlobalSetup] public void SetUp() => size = Base + int.Parse(Environment.GetEnvironmentVariable("MORE") ?? "0");
            [Benchmark] public int Rent() => new byte[size] is null ? 0 : 1;
            [Benchmark] public int Same() => size;
        }
        """;

    /// <summary>Its path.</summary>
    internal const string Source = $"{Folder}/bench.cs";

    private const string Folder = "my repository";

    private readonly TestRepository repository;

    public Shop()
    {
        repository = new TestRepository(Directory.CreateDirectory(Sandbox.At(Folder)).FullName, Git);
        repository.Write("bench.cs", Bench);
        repository.Commit("first");
        repository.Write("bench.cs", Bench.Replace("new byte[size]", "new byte[size + 24]", StringComparison.Ordinal).Replace("public int Same() => size", "public int Newer() => 1;\n    [Benchmark] public System.Threading.Tasks.ValueTask<int> Same() => new(size)", StringComparison.Ordinal));
        repository.Commit("heavier");
        Branch("broken", Bench.Replace("=> size;", "=> \"\";", StringComparison.Ordinal));
        Branch("unserved", "#:package No.Such.Package@1.0.0\n" + Bench);
        Branch("other", Bench.Replace("? 0 : 1", "? 0 : 2", StringComparison.Ordinal));
        Branch("empty", null);
    }

    /// <summary>The folder that it lies in, where programs are started.</summary>
    internal Sandbox Sandbox { get; } = new();

    /// <summary>A branch that the next test may move, with the two commits.</summary>
    internal TestRepository OnNewBranch()
    {
        repository.Git("checkout", "--quiet", "--force", "-B", "work", "main");
        return repository;
    }

    /// <summary>Removes what a test wrote beside the repository.</summary>
    internal void RemoveResults()
    {
        foreach (var folder in Directory.EnumerateDirectories(Sandbox.Folder).Where(folder => folder != Sandbox.Temporary && folder != repository.Folder)) Directory.Delete(folder, recursive: true);
        foreach (var file in Directory.EnumerateFiles(Sandbox.Folder)) File.Delete(file);
    }

    public void Dispose() => Sandbox.Dispose();

    private string Git(string[] arguments)
    {
        using var git = RunningProgram.Start(Sandbox, "git", arguments);
        return git.EndAsync().GetAwaiter().GetResult().Expect(0).Output;
    }

    private void Branch(string name, string? bench)
    {
        repository.Git("checkout", "--quiet", "-b", name, "main");
        if (bench is null) repository.Git("rm", "--quiet", "bench.cs");
        else repository.Write("bench.cs", bench);
        repository.Write("README.md", name);
        repository.Commit(name);
        repository.Git("checkout", "--quiet", "main");
    }
}
