using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>A little of what <c>bench/Proof</c> does at length: services are rewritten as the advisor says, built, run and counted.</summary>
public sealed class RemedyProofTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task What_is_recommended_for_written_services_compiles_and_saves_what_was_promised() =>
        AssertHolds(await ProveAsync("--folder", Path.Combine(Repository.Root, "tests", "fixtures", "AdvisedSources")), "5 services");

    [Fact]
    public async Task What_is_recommended_for_generated_services_compiles_and_saves_what_was_promised() => AssertHolds(await ProveAsync("--services", "2", "--seed", "3"), "2 services");

    // What the advisor does not recommend, since callers need a Task or a lambda is in the way.
    [Fact]
    public async Task Advice_that_does_not_compile_is_seen()
    {
        var ended = await ProveAsync("--services", "1", "--seed", "7", "--take-all");

        Assert.Contains("does not compile: CS", ended.Expect(1).Output, StringComparison.Ordinal);
    }

    private static void AssertHolds(EndedProgram ended, string services)
    {
        Assert.Contains($"\n{services}", ended.Expect(0).Output, StringComparison.Ordinal);
        Assert.Contains("\n0 do not build or do something else\n", ended.Output, StringComparison.Ordinal);
        Assert.Contains(", 0 of them far\n", ended.Output, StringComparison.Ordinal);
        Assert.Contains("\n0 methods are charged for more than they allocate\n", ended.Output, StringComparison.Ordinal);
        Assert.Matches("\ntaken: [0-9]+ returnValueTask, recommended\n", "\n" + ended.Output);
    }

    private async Task<EndedProgram> ProveAsync(params string[] arguments)
    {
        using var program = RunningProgram.Start(sandbox, Repository.Muxer, [Repository.Built("bench/Proof", "Proof.dll"), .. arguments]);
        return await program.EndAsync();
    }
}
