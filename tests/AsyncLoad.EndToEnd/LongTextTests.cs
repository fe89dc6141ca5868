using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Texts of 50 MB that a workload throws or is described by reach neither the memory of the harness nor the run folder nor the terminal whole.</summary>
[Fault(30)]
[Collection(typeof(Alone))]
public sealed class LongTextTests : IDisposable
{
    private const long MostMemory = 300_000_000;
    private const long MostText = 5_000_000;

    private readonly Sandbox sandbox = new();

    public LongTextTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_message_is_cut_before_it_is_sent()
    {
        var profile = sandbox.Write("long.json", Profiles.FiguresOf(2, """
            { "name": "long", "workload": "failing", "baseline": "ok", "candidates": ["throws-much"], "loads": ["sequential"] }
            """));
        using var program = Asyncload.Start(sandbox, "run", profile, "--traces", "none", "--output", "run");

        var (ended, peak) = await program.EndWatchedAsync();

        ended.Expect(7);
        Assert.InRange(peak, 1, MostMemory);
        Assert.InRange(ended.Output.Length + ended.Error.Length, 1, MostText);
        Assert.InRange(Directory.EnumerateFiles(sandbox.At("run"), "*", SearchOption.AllDirectories).Sum(file => new FileInfo(file).Length), 1, MostText);
        var messages = new RunFolder(sandbox.At("run")).Pairs.Select(pair => pair.Candidate).OfType<CellOutcome.Crashed>().Select(crash => crash.Message!).ToList();
        Assert.NotEmpty(messages);
        Assert.All(messages, message => Assert.Contains("x… (50", message, StringComparison.Ordinal));
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fact]
    public async Task Parameters_and_reasons_of_a_class_are_cut_where_it_is_described()
    {
        using var program = Asyncload.Start(sandbox, "list", "workloads", "--plugin", BuiltPlugins.Benchmarks);

        var (ended, peak) = await program.EndWatchedAsync();

        ended.Expect(0);
        Assert.InRange(peak, 1, MostMemory);
        Assert.InRange(ended.Output.Length + ended.Error.Length, 1, MostText);
        Assert.Contains("x… (50", ended.Error, StringComparison.Ordinal);
        Assert.Contains("with-huge-value: benchmark class", ended.Output, StringComparison.Ordinal);
    }
}
