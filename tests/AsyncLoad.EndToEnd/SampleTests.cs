using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The sample of expectations without a test framework, as its users run it: the one comparison that the library is asked for end to end, since six pairs are the fewest.</summary>
public sealed class SampleTests : IDisposable
{
    private const string Runs = "asyncload-runs";

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_program_without_a_test_framework_expects_a_pool_hit_rate_bytes_and_a_ratio()
    {
        // Its run folders come to lie beside it, and so may those of somebody who has tried it.
        var built = Path.GetDirectoryName(BuiltPlugins.ConsoleTests)!;
        var copied = sandbox.Copy(built, "sample", relative => relative.StartsWith(Runs, StringComparison.Ordinal));

        using var program = RunningProgram.Start(sandbox, Repository.Muxer, [Path.Combine(copied, Path.GetFileName(BuiltPlugins.ConsoleTests))]);
        var said = (await program.EndAsync()).Expect(0).Output.ReplaceLineEndings("\n");

        Assert.Equal("passed: a pooled call finds its box again\npassed: and allocates less than a Task\npassed: and takes less than twice its time\n", said);
        Asyncload.AssertNothingIsLeft(sandbox);
        var run = new RunFolder(Assert.Single(Directory.GetDirectories(Path.Combine(copied, Runs))));
        var comparison = Assert.Single(run.Results.Comparisons);
        Assert.Equal(("remote-stock", "task", "pooled"), (comparison.Workload, comparison.Baseline, comparison.Candidate));
    }
}
