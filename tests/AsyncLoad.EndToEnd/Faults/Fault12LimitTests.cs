using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>Limits of the user that are too low to work under: docs/evidence/reliability.md, row 12.</summary>
[Fault(12)]
public sealed class Fault12LimitTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public Fault12LimitTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData(40)]
    [InlineData(64)]
    [InlineData(100)]
    public async Task Too_few_files_are_refused_with_the_limit(int files)
    {
        using var program = Confined.Limited(sandbox, $"ulimit -n {files}", "list", "workloads");

        var ended = (await program.EndAsync()).Expect(6);

        Assert.Equal($"error: only {files} files may be open at once, and asyncload needs 256: raise the limit (ulimit -n 256)\n", ended.Error);
    }

    // With fewer still the runtime does not start.
    [Theory]
    [InlineData(12)]
    [InlineData(20)]
    public async Task Too_few_processes_are_refused_with_the_limit(int processes)
    {
        using var program = Confined.Limited(sandbox, $"ulimit -u {processes}", "list", "workloads");

        var ended = (await program.EndAsync()).Expect(6);

        Assert.StartsWith($"error: this user may have only {processes} processes and threads at once, of which ", ended.Error, StringComparison.Ordinal);
        Assert.Contains("raise the limit (ulimit -u)", ended.Error, StringComparison.Ordinal);
    }
}
