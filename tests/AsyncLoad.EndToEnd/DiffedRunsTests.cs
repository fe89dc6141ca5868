using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Two runs of one profile, measured one after the other.</summary>
public sealed class DiffedRunsTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task What_only_one_run_has_is_listed_and_bytes_agree()
    {
        var profile = sandbox.Write("tiny.json", Profiles.FiguresOf(1, Profiles.AwaitPair.Replace("\"sequential\"", "\"sequential\", \"parallelFor\"", StringComparison.Ordinal)));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--only", "*sequential*", "--output", "one")).Expect(0);
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "two")).Expect(0);

        var output = (await Asyncload.RunAsync(sandbox, "diff", "one", "two")).Expect(0).Output;

        Assert.Contains("only after: await/await-value-task-vs-await-task/parallelFor/calm", output, StringComparison.Ordinal);
        Assert.DoesNotContain("only before", output, StringComparison.Ordinal);
        Assert.Contains("; bytes are the same ", output, StringComparison.Ordinal);
    }
}
