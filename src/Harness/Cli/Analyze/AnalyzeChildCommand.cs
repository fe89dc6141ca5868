using System.CommandLine;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary><c>analyze-child</c>: the process that <c>analyze</c> starts to read a trace; not for people. See <see cref="ReadingProcess"/>.</summary>
internal sealed class AnalyzeChildCommand(CliServices services)
{
    public const string Name = "analyze-child";

    /// <summary>The command as the parser knows it.</summary>
    public Command Create()
    {
        var trace = new Argument<string>("trace");
        var advice = new AdviceArguments();
        var command = new Command(Name, "Read a trace for analyze.") { trace };
        command.Hidden = true;
        advice.AddTo(command);
        command.SetAction((parsed, cancellation) => Task.FromResult((int)Execute(parsed.GetRequiredValue(trace), advice.Of(parsed), cancellation)));
        return command;
    }

    private ExitCode Execute(string file, AdviceOptions options, CancellationToken cancellation)
    {
        if (services.Input is { } input) EndWith(input());
        try
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1 << 16, FileOptions.SequentialScan);
            // By its name alone: its path may be longer than a line that is listened to.
            var digest = TraceDigester.Digest(stream, Path.GetFileName(file), options, new ByteProgress(bytes => services.Terminal.Error.WriteLine(ReadingProcess.ProgressLine(bytes))), cancellation);
            services.Terminal.Output.Write(TraceDigestJson.Write(digest));
            return ExitCode.Ok;
        }
        catch (OutOfMemoryException)
        {
            services.Terminal.Error.WriteLine(ReadingProcess.MemoryLine);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            services.Terminal.Error.WriteLine(ReadingProcess.UnreadableLine(problem.Message));
        }

        return ExitCode.TraceUnreadable;
    }

    // The input ends when the program that wants the answer does, however it ends: then nobody waits for it.
    private static void EndWith(Stream input)
    {
        var watch = new Thread(() => WaitForEnd(input)) { IsBackground = true, Name = "asyncload: watch for the end of analyze" };
        watch.Start();
    }

    private static void WaitForEnd(Stream input)
    {
        var piece = new byte[1];
        while (input.Read(piece) > 0) continue;
        Environment.Exit((int)ExitCode.Interrupted);
    }
}
