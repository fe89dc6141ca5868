using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What <c>init</c> writes runs as it is, without a package source.</summary>
public sealed class InitTests : IDisposable
{
    private const string NoSource = "<configuration><packageSources><clear /></packageSources></configuration>";

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task What_it_writes_is_built_and_measured_and_nothing_of_it_is_overwritten()
    {
        sandbox.Write("nuget.config", NoSource);
        var written = (await Asyncload.RunAsync(sandbox, "init", "mine")).Expect(0);
        Assert.Contains("next: asyncload run mine/profile.json", written.Output.Replace('\\', '/'), StringComparison.Ordinal);
        sandbox.Write("mine/PriceLookup.cs", "// mine\n" + await File.ReadAllTextAsync(sandbox.At("mine/PriceLookup.cs"), TestContext.Current.CancellationToken));

        // As printed, with one pair of fewer and shorter slices; its gate is judged.
        (await Asyncload.RunAsync(sandbox, ["run", "mine/profile.json", "--output", "run", "--only", "*/calm/*", .. Profiles.Figures])).Expect(0);
        var again = (await Asyncload.RunAsync(sandbox, "init", "mine")).Expect(10);

        var run = new RunFolder(sandbox.At("run"));
        var metrics = Assert.Single(run.Results.Comparisons).Metrics;
        Assert.True(metrics.Baseline!.BytesPerOperation > 50);
        Assert.Equal(0, metrics.Candidate!.BytesPerOperation!.Value, tolerance: 0.05);
        Assert.Single(run.Results.Gates);
        Assert.Contains(Path.Combine("mine", "PriceLookup.cs"), again.Error, StringComparison.Ordinal);
        Assert.StartsWith("// mine", await File.ReadAllTextAsync(sandbox.At("mine/PriceLookup.cs"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
    }
}
