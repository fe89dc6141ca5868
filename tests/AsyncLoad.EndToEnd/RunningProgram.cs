using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>A program at work. The only place of these tests that starts processes. Disposal kills what is still alive.</summary>
internal sealed class RunningProgram : IDisposable
{
    // Ends a test that hangs; the longest run takes a minute on a quiet machine.
    private static readonly TimeSpan Deadline = TimeSpan.FromMinutes(30);

    private readonly Process process;
    private readonly Task<string> output;
    private readonly Task<string> error;

    private RunningProgram(Process process)
    {
        this.process = process;
        output = process.StandardOutput.ReadToEndAsync();
        error = process.StandardError.ReadToEndAsync();
    }

    public bool HasEnded => process.HasExited;

    /// <summary>Its number.</summary>
    public int Id => process.Id;

    /// <summary>Starts a program in a sandbox.</summary>
    public static RunningProgram Start(Sandbox sandbox, string program, IEnumerable<string> arguments, params (string Name, string Value)[] environment)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = sandbox.Folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            StandardOutputEncoding = Encoding.UTF8,
            StandardErrorEncoding = Encoding.UTF8,
            Environment = { ["TMPDIR"] = sandbox.Temporary },
        };
        // These tests may run in a step of a build; what they measure is none of its summary.
        foreach (var name in new[] { "GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "TF_BUILD" }) start.Environment.Remove(name);
        foreach (var (name, value) in environment) start.Environment[name] = value;
        HostProcesses.HearInterrupts();
#pragma warning disable RS0030 // The one place that may start a process.
        return new RunningProgram(Process.Start(start)!);
#pragma warning restore RS0030
    }

    /// <summary>The same; null when there is no such program.</summary>
    public static RunningProgram? TryStart(Sandbox sandbox, string program, IEnumerable<string> arguments)
    {
        try
        {
            return Start(sandbox, program, arguments);
        }
        catch (Win32Exception missing)
        {
            TestContext.Current.SendDiagnosticMessage(missing.Message);
            return null;
        }
    }

    /// <summary>Waits for its end and returns its exit code; for what ends at once.</summary>
    public int ExitCode()
    {
        process.WaitForExit();
        return process.ExitCode;
    }

    public void Send(HostProcesses.Signal signal) => HostProcesses.Send(process.Id, signal);

    /// <summary>Sends a signal and waits until it is taken: sent before that, another one of its kind would be the same one.</summary>
    public Task DeliverAsync(HostProcesses.Signal signal)
    {
        Send(signal);
        return Until.HoldsAsync(() => !HostProcesses.IsPending(process.Id, signal), $"the program takes {signal}");
    }

    /// <summary>Waits for its end.</summary>
    public async Task<EndedProgram> EndAsync()
    {
        await process.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Deadline, TestContext.Current.CancellationToken);
        return new EndedProgram(process.ExitCode, await output, await error);
    }

    /// <summary>Waits for its end, and looks meanwhile at the most memory that it has had resident, in bytes.</summary>
    public async Task<(EndedProgram Ended, long PeakMemory)> EndWatchedAsync()
    {
        var peak = 0L;
        await Until.HoldsAsync(() => { peak = Math.Max(peak, HostProcesses.PeakMemory(Id)); return HasEnded; }, "the program ends", Deadline);
        return (await EndAsync(), peak);
    }

    public void Dispose()
    {
        if (!process.HasExited) process.Kill(entireProcessTree: true);
        process.WaitForExit();
        process.Dispose();
    }
}

/// <summary>How a program ended, and what it said.</summary>
/// <param name="Code">Exit code; 128 and the signal's number when a signal ended it.</param>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
internal sealed record EndedProgram(int Code, string Output, string Error)
{
    /// <summary>Fails unless the exit code is as expected, and then shows what was said.</summary>
    public EndedProgram Expect(int code)
    {
        Assert.True(Code == code, $"exit code {Code} instead of {code}\n{Output}\n{Error}");
        return this;
    }
}
