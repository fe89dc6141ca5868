using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>docs/evidence/reliability.md, row 30.</summary>
[Fault(30)]
[Collection(typeof(Alone))]
public sealed class Fault30ChattyWorkloadTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public Fault30ChattyWorkloadTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_line_that_never_ends_does_not_fill_the_memory_of_the_harness()
    {
        var profile = sandbox.Write("chatty.json", Profiles.FiguresOf(2, """
            { "name": "chatty", "workload": "failing", "baseline": "ok", "candidates": ["prints-one-line"], "loads": ["sequential"] }
            """));
        using var program = Asyncload.Start(sandbox, "run", profile, "--traces", "none", "--output", "run");
        var (ended, peak) = await program.EndWatchedAsync();
        ended.Expect(0);

        // Each process of that side prints 128 MB on each stream: 256 MB a line as text.
        Assert.InRange(peak, 1, 200_000_000);
        var run = new RunFolder(sandbox.At("run"));
        var comparison = run.Results.Comparisons.Single().Id;
        var measured = run.WholePairs.Where(pair => pair.Comparison == comparison);
        Assert.Equal([1, 2], measured.Select(pair => pair.Index));
        Asyncload.AssertNothingIsLeft(sandbox);
    }
}
