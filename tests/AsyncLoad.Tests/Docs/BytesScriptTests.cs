using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary>What <c>tests/bytes</c> reads from results, by which the smokes on other systems judge bytes.</summary>
public sealed class BytesScriptTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-bytes-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Theory]
    [InlineData("504", "0", "504 0")]
    [InlineData("504.0000088888889", "1.7777777777777777E-05", "504 0")]
    [InlineData("1.2E+03", "2.4", "1200 2")]
    [InlineData("504", "null", "504 none")]
    public async Task Figures_are_rounded_whatever_way_they_are_written(string baseline, string candidate, string bytes)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        var results = Path.Combine(folder, "results.json");
        await File.WriteAllTextAsync(
            results,
            $$"""
            {
              "baseline": {
                "bytesPerOperation": {{baseline}},
                "retainedPerOperation": 7
              },
              "candidate": {
                "bytesPerOperation": {{candidate}}
              },
              "loadOverhead": {
                "bytesPerOperation": 3
              }
            }
            """,
            TestContext.Current.CancellationToken);

        var read = await ToolProcess.RunAsync(Path.Combine(Repository.Root, "tests", "bytes"), [results], folder, Duration.FromSeconds(60), TestContext.Current.CancellationToken);

        Assert.Equal(0, read.ExitCode);
        Assert.Equal(bytes, read.Output.TrimEnd());
    }
}
