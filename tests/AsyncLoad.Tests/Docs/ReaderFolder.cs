using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Init;
using AsyncLoad.Harness.Cli.Storing;
using AsyncLoad.Harness.Cli.Trend;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>A folder as a reader of the pages has it: what their commands name is there, made up where it is the reader's own.</summary>
internal sealed class ReaderFolder : IDisposable
{
    // What a command writes is not there before.
    private static readonly string[] Written = ["--output", "-o", "--keep", "speedscope", "chromium", "etlx"];

    // Code of the reader is in the catalogue instead; the end-to-end tests load some.
    private static readonly string[] Loaded = ["--plugin", "--project"];

    private static readonly Catalogue Known = TestCatalogue.Own with
    {
        Workloads = [.. TestCatalogue.Own.Workloads, Workload("my-benchmarks", "old-way", "new-way"), Workload("price-lookup", "task", "value-task")],
    };

    /// <summary>Where it is.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("asyncload-docs-").FullName;

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    /// <summary>The world of a reader who has the workloads that pages call theirs, and every runtime.</summary>
    public static CliServices Around(CliServices services) => services with
    {
        DescribeHost = _ => Task.FromResult(Known),
        FindRuntime = (runtime, root, _, _) => Task.FromResult(new RuntimeOffer(runtime with { Version = "10.0.14", Root = root }, Known, null)),
    };

    /// <summary>The words of a command, with what is there in place of what they name.</summary>
    public IReadOnlyList<string> Words(DocumentedCommand command) => command.Words[0] switch
    {
        "merge" => Joining(command.Words),
        "init" => ["init", In("new")],
        "doctor" => [.. Present(command.Words), "--no-measure"],
        _ => [.. Present(command.Words)],
    };

    private IEnumerable<string> Present(IReadOnlyList<string> words) => words.Prepend("").Zip(words, There).SelectMany(there => there);

    private IEnumerable<string> There(string before, string word)
    {
        if (Loaded.Contains(word) || Loaded.Contains(before)) return [];
        if (Written.Contains(before)) return [In(word)];
        return before switch
        {
            "--dotnet-root" => [DotnetRoot()],
            "--store" => [Kept(In(word))],
            "--assembly" => [Directory.CreateDirectory(In(word)).FullName],
            // A process that the page makes up may be anybody's.
            "--process-id" => ["2147483647"],
            _ => [Named(word)],
        };
    }

    // A profile is that of the repository, "mine" the one that the README shows; a run is one that is there.
    private string Named(string word) => word switch
    {
        "profiles/mine.json" => Write("mine.json", Documents.Of("README.md").Blocks("jsonc").Single().Text),
        "asyncload/profile.json" => Write("profile.json", Begun()),
        // One file of the reader's own code.
        "bench.cs" => "my-benchmarks",
        _ when word.StartsWith("profiles/", StringComparison.Ordinal) || word.StartsWith("docs/", StringComparison.Ordinal) => Path.Combine(Repository.Root, word),
        _ when word.StartsWith("runs/", StringComparison.Ordinal) => SyntheticFolder.Write(In(word), "abc", [0.400, 0.402, 0.398, 0.401, 0.399, 0.403]),
        _ when word.EndsWith(".nettrace", StringComparison.Ordinal) => CpuSamples(),
        _ => word,
    };

    private string Kept(string store)
    {
        RunStore.Open(store).Add(TrendSources.Read(SyntheticFolder.Write(In("kept"), "abc", [0.400, 0.402, 0.398])));
        return store;
    }

    private string CpuSamples()
    {
        File.WriteAllBytes(In("cpu.nettrace"), TraceFixture.Bytes(TraceFixture.CpuSampling));
        return In("cpu.nettrace");
    }

    // What "init" writes, whose plug-in is in the catalogue already.
    private static string Begun()
    {
        const string Plugins = "\"plugins\": [\"MyWorkloads.csproj\"],";
        var profile = InitFiles.All("0.2.0").First(file => file.Name == "profile.json").Content;
        Assert.Contains(Plugins, profile, StringComparison.Ordinal);
        return profile.Replace(Plugins, "", StringComparison.Ordinal);
    }

    private string DotnetRoot()
    {
        var root = Directory.CreateDirectory(In("dotnet")).FullName;
        File.WriteAllText(InstalledRuntimes.Muxer(root), "");
        return root;
    }

    // Shares of one profile that stand before the options; a shell finds two where a word has a star.
    private IReadOnlyList<string> Joining(IReadOnlyList<string> words)
    {
        List<string> shares = [.. words.Skip(1).TakeWhile(word => !word.StartsWith('-')).SelectMany(Found).Select(In)];
        List<string> ids = [.. shares.Select((_, index) => FormattableString.Invariant($"completed/{index + 1}"))];
        foreach (var (index, share) in shares.Index()) WriteShare(share, new Shard(index + 1, shares.Count, ids));
        return ["merge", .. shares, .. Present([.. words.SkipWhile(word => !word.StartsWith('-'))])];
    }

    private static IEnumerable<string> Found(string word) =>
        word.Contains('*', StringComparison.Ordinal) ? new[] { "1", "2" }.Select(number => word.Replace("*", number, StringComparison.Ordinal)) : [word];

    private static void WriteShare(string folder, Shard shard)
    {
        var id = shard.All[shard.Index - 1];
        var plan = SyntheticRun.PlanOf([6], SyntheticRun.ComparisonOf(id)) with { Shard = shard };
        using var run = RunWriter.Create(folder, SyntheticRun.Evidence(plan).Manifest, TestCatalogue.Own, Profiles.Good(Profiles.Smallest));
        foreach (var pair in Enumerable.Range(1, 6)) run.Append(SyntheticRun.PairOf(pair, 0.39 + (0.004 * (pair % 3)), id));
        run.Finish(RunStatus.Complete, SyntheticRun.Noon);
    }

    private string Write(string name, string text)
    {
        File.WriteAllText(In(name), text);
        return In(name);
    }

    private string In(string name) => Path.Combine(Folder, name);

    private static WorkloadDescription Workload(string id, params string[] variants) =>
        new(id, id, null, [], [.. variants.Select(variant => new VariantDescription(variant, variant, "int", "none", null, 0))], [], null, [], []);
}
