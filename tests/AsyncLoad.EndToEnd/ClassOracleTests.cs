using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>A little of what <c>bench/Oracle</c> does at length: classes that it generates are read as BenchmarkDotNet reads them.</summary>
public sealed class ClassOracleTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Generated_classes_are_read_and_run_as_by_BenchmarkDotNet()
    {
        var ended = await AskAsync("--classes", "40", "--seed", "7");

        Assert.EndsWith("\n0 classes with differences", ended.Expect(0).Output.TrimEnd(), StringComparison.Ordinal);
    }

    // Streams and awaitables are left alone by 0.15.8, and consumed by us.
    [Fact]
    public async Task A_result_that_only_one_of_them_awaits_is_a_difference()
    {
        var ended = await AskAsync("--classes", "40", "--seed", "7", "--as-0.15.8");

        Assert.Contains("here alone:", ended.Expect(1).Output, StringComparison.Ordinal);
    }

    private async Task<EndedProgram> AskAsync(params string[] arguments)
    {
        using var program = RunningProgram.Start(sandbox, Repository.Muxer, [Repository.Built("bench/Oracle", "Oracle.dll"), .. arguments]);
        return await program.EndAsync();
    }
}
