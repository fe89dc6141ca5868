using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What the workflows of <c>docs/ci.md</c> run; that all of their commands are right, the unit tests say.</summary>
public class WorkflowTests
{
    private const string Program = "dotnet run -c Release --no-build --project src/Harness -- ";

    [Fact]
    public async Task The_gating_step_gates()
    {
        var page = await File.ReadAllLinesAsync(Path.Combine(Repository.Root, "docs", "ci.md"), TestContext.Current.CancellationToken);
        // The one that counts no changes.
        var step = page.First(line => line.Contains(Program, StringComparison.Ordinal) && !line.Contains("--against", StringComparison.Ordinal));
        var command = step[(step.IndexOf(Program, StringComparison.Ordinal) + Program.Length)..].Split(' ');
        using var sandbox = new Sandbox();
        sandbox.Copy(Path.Combine(Repository.Root, "profiles"), "profiles");

        // One of its comparisons, with few and short slices.
        var ended = await Asyncload.RunAsync(sandbox, [.. command, "--only", "completed-calls/*/sequential/*", .. Profiles.Short]);

        var gates = new RunFolder(sandbox.At("runs/today")).Results.Gates;
        Assert.Equal(["bytesPerOperation", "bytesPerOperation", "ratio", "ratio"], gates.Select(gate => gate.Metric));
        // Bytes are exact on any machine. A busy one may leave a ratio undecided, which a build that gates is told.
        Assert.All(gates.Take(2), gate => Assert.Equal(GateState.Passed, gate.State));
        Assert.All(gates.Skip(2), gate => Assert.True(gate.State is GateState.Passed or GateState.Inconclusive, gate.Reason));
        ended.Expect(gates.Any(gate => gate is { State: GateState.Inconclusive, OnInconclusive: InconclusivePolicy.Fail }) ? 3 : 0);
    }
}
