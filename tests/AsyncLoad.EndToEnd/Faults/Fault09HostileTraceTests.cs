using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>The process that reads a trace dies, or its master does: docs/evidence/reliability.md, rows 4, 5, 9 and 27. A pipe that nobody writes to stands for a trace that never ends.</summary>
public sealed class Fault09HostileTraceTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public Fault09HostileTraceTests() => HostProcesses.Require();

    public void Dispose() => sandbox.Dispose();

    [Fault(9)]
    [Fact]
    public async Task A_reader_that_is_killed_costs_the_answer_alone()
    {
        using var program = await StartAsync();
        HostProcesses.Send(Readers().Single(), HostProcesses.Signal.Kill);

        var ended = (await program.EndAsync()).Expect(9);

        Assert.StartsWith("error: endless.nettrace: the process that read it died (SIGKILL) at its beginning", ended.Error, StringComparison.Ordinal);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(4, 9)]
    [Fact]
    public async Task An_interrupt_ends_the_reader_too()
    {
        using var program = await StartAsync();
        program.Send(HostProcesses.Signal.Interrupt);

        (await program.EndAsync()).Expect(130);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(5, 27)]
    [Fact]
    public async Task A_reader_whose_master_is_killed_ends_by_itself()
    {
        using var program = await StartAsync();
        program.Send(HostProcesses.Signal.Kill);
        await program.EndAsync();

        await Until.HoldsAsync(() => !HostProcesses.All(sandbox).Any(), "the reader ends");
    }

    private async Task<RunningProgram> StartAsync()
    {
        using (var pipe = RunningProgram.Start(sandbox, "mkfifo", ["endless.nettrace"])) (await pipe.EndAsync()).Expect(0);
        var program = Asyncload.Start(sandbox, "analyze", "endless.nettrace");
        await Until.HoldsAsync(() => Readers().Count == 1, "the reader runs");
        return program;
    }

    // The command lines of both begin with dotnet and the program; a copy that has not become the reader yet carries its master's.
    private List<int> Readers() => [.. HostProcesses.All(sandbox).Where(id => HostProcesses.CommandLine(id).Contains("analyze-child", StringComparison.Ordinal))];
}
