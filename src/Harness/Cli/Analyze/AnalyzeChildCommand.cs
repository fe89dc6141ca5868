using System.CommandLine;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Library;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary><c>analyze-child</c>: reads a trace in a separate process for <c>analyze</c>. Help does not show it. See <see cref="ReadingProcess"/>.</summary>
internal sealed class AnalyzeChildCommand(CliServices services)
{
    public const string Name = "analyze-child";

    public Command Create()
    {
        var trace = new Argument<string>("trace") { Description = "path of a trace" };
        var advice = new AdviceArguments();
        var convert = Conversion.Option();
        var command = new Command(Name, "Read a trace for analyze.") { trace, convert };
        command.Hidden = true;
        advice.AddTo(command);
        command.SetAction((parsed, cancellation) =>
        {
            var file = parsed.GetRequiredValue(trace);
            return Task.FromResult((int)(parsed.GetValue(convert) is { } conversion
                ? Execute(file, stream => Converted(stream, conversion, cancellation))
                : Execute(file, stream => Read(stream, advice.Of(parsed), cancellation))));
        });
        return command;
    }

    private ByteProgress Progress => new(bytes => services.Terminal.Error.WriteLine(ReadingProcess.ProgressLine(bytes)));

    private ExitCode Execute(string file, Func<FileStream, string> answer)
    {
        if (services.Input is { } input) EndWith(input());
        try
        {
            using var stream = new FileStream(file, FileMode.Open, FileAccess.Read, FileShare.ReadWrite, 1 << 16, FileOptions.SequentialScan);
            services.Terminal.Output.Write(answer(stream));
            return ExitCode.Ok;
        }
        catch (OutOfMemoryException)
        {
            services.Terminal.Error.WriteLine(ReadingProcess.MemoryLine);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or InvalidDataException or OutputUnwritableException)
        {
            services.Terminal.Error.WriteLine(ReadingProcess.UnreadableLine(problem.Message));
            if (problem is OutputUnwritableException) return ExitCode.OutputUnwritable;
        }

        return ExitCode.TraceUnreadable;
    }

    // The name alone: a full path may be longer than a line that the parent keeps.
    private string Read(FileStream stream, AdviceOptions options, CancellationToken cancellation) =>
        TraceDigestJson.Write(TraceDigester.Digest(stream, Path.GetFileName(stream.Name), options, Progress, cancellation));

    private string Converted(FileStream stream, Conversion conversion, CancellationToken cancellation)
    {
        try
        {
            return TraceConverter.Convert(stream, conversion.Target, conversion.Into, Progress, cancellation) ?? "";
        }
        catch (IOException problem)
        {
            // The trace is open already: what fails is the new file, or the converted trace in the temporary folder.
            throw new OutputUnwritableException(problem.Message);
        }
    }

    // The input ends when the parent ends, even if that is killed. Nothing needs the answer then.
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
