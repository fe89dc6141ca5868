using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>One run that everything about a whole run is read off: both pairs of the call chain, each with a result type of its own, two loads, one traced comparison.</summary>
public sealed class CompleteRun : IAsyncLifetime
{
    private const string Experiments = """
        {
          "name": "await", "workload": "call-chain", "parameters": { "deep": [true], "result": ["string"] },
          "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["sequential", "parallelFor"],
          "gates": [{ "metric": "bytesPerOperation", "variant": "await-value-task", "max": 0 }]
        },
        {
          "name": "direct", "workload": "call-chain", "parameters": { "deep": [true], "result": ["decimal"] },
          "baseline": "direct-task", "candidates": ["direct-value-task"], "loads": ["sequential", "parallelFor"],
        }
        """;

    /// <summary>Name of a variable in the environment of the program.</summary>
    internal const string SecretName = "ASYNCLOAD_TEST_TOKEN";

    /// <summary>What it holds.</summary>
    internal const string Secret = "b5c1e0secret7f3a";

    private readonly Sandbox sandbox = new();
    private EndedProgram? ended;

    internal RunFolder Folder => new(sandbox.At("run"));

    /// <summary>How the program ended, and what it said.</summary>
    internal EndedProgram Ended => ended ?? throw new InvalidOperationException("the run has not ended");

    public async ValueTask InitializeAsync()
    {
        var profile = sandbox.Write("complete.json", Profiles.Of(Experiments));
        using var program = Confined.WithoutNetwork(sandbox, [(SecretName, Secret)], "run", profile, "--traces", "one", "--output", "run");
        if (OperatingSystem.IsLinux())
            await Until.HoldsAsync(() => program.HasEnded || HostProcesses.EnvironmentOf(program.Id).Contains($"{SecretName}={Secret}", StringComparison.Ordinal), "the program has the secret");
        ended = (await program.EndAsync()).Expect(0);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }
}

/// <summary>Tests of this collection share the run; none of them changes its folder. They are the thin path that <c>tests/run</c> takes.</summary>
[CollectionDefinition]
[Trait("path", "thin")]
public sealed class CompleteRunReaders : ICollectionFixture<CompleteRun>;
