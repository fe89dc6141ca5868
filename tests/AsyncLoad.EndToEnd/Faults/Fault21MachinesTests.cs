using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>One profile on two machines: docs/evidence/reliability.md, row 21.</summary>
[Fault(21)]
[Collection(typeof(CompleteRunReaders))]
public sealed class Fault21MachinesTests(CompleteRun run) : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Times_of_two_machines_stay_two_rows()
    {
        var machine = run.Folder.Manifest.Machine.Id;
        // What the machine is called is all that tells them apart.
        sandbox.Copy(run.Folder.Folder, "one");
        var other = new RunFolder(sandbox.Copy(run.Folder.Folder, "two"));
        await File.WriteAllTextAsync(
            other.At("manifest.json"),
            other.Text("manifest.json").Replace($"\"id\": \"{machine}\"", "\"id\": \"other\"", StringComparison.Ordinal),
            TestContext.Current.CancellationToken);

        (await Asyncload.RunAsync(sandbox, "merge", "one", "two", "--output", "whole")).Expect(0);

        var whole = new RunFolder(sandbox.At("whole"));
        Assert.Equal(
            run.Folder.Results.Comparisons.SelectMany(comparison => new[] { $"{comparison.Id}@{machine}", $"{comparison.Id}@other" }),
            whole.Results.Comparisons.Select(comparison => comparison.Id));
        Assert.All(whole.Results.Comparisons, comparison => Assert.Equal(6, comparison.Ratio!.Pairs));
        Assert.Contains("Machine by machine", whole.Text("report.md"), StringComparison.Ordinal);
    }
}
