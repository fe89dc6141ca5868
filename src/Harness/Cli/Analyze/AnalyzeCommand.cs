using System.CommandLine;
using System.Text.Json.Nodes;
using AsyncLoad.Analysis;
using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model;
using AsyncLoad.Model.Units;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary><c>analyze &lt;trace&gt;</c> and <c>analyze --process-id PID</c>: reports the GC, allocation and async costs in a trace, and what would gain from ValueTask or pooling.</summary>
internal sealed class AnalyzeCommand(CliServices services)
{
    // Advice on a method needs about 1 MB of its allocations.
    private static readonly Duration FewSamples = Duration.FromSeconds(1);

    public Command Create(StyleOptions style)
    {
        var options = new AnalyzeOptions(style);
        var command = new ExampleCommand(
            "analyze",
            "Show GC, allocation and async costs of a trace or a live process, and which async methods would gain from ValueTask or pooling.",
            "analyze app.nettrace",
            "analyze app.nettrace --assembly publish --output app.html",
            "analyze --process-id 4711 --duration 30s --keep app.nettrace",
            "analyze app.nettrace --fail-on recommended --format sarif",
            "analyze app.nettrace --convert speedscope app.speedscope.json");
        options.AddTo(command);
        command.SetAction(async (parsed, cancellation) => (int)await ExecuteAsync(options.Request(parsed), cancellation));
        return command;
    }

    private async Task<ExitCode> ExecuteAsync(AnalyzeRequest request, CancellationToken cancellation)
    {
        if (request.Advice.AssemblyFolders.FirstOrDefault(folder => !Directory.Exists(folder)) is { } absent)
            throw new CommandFailedException(ExitCode.BadArguments, $"--assembly takes a folder that is there, not {Printable.Quote(absent)}");
        if (request.Output is { } planned) OutputFile.Check(planned);
        if (request is { Subject: AnalyzeSubject.Trace source, Conversion: { } conversion }) return await ConvertAsync(source.Path, conversion, request.Style, cancellation);
        var digest = request.Subject switch
        {
            AnalyzeSubject.Trace trace => await new IsolatedTraceReading(services.Terminal, request.Style).ReadAsync(trace.Path, request.Advice, cancellation),
            AnalyzeSubject.Process process => await RecordAsync(process, request, cancellation),
            var other => throw new InvalidOperationException($"no way to analyse {other}"),
        };
        if (Nothing(digest) is { } reason) throw new CommandFailedException(ExitCode.TraceUnreadable, $"{digest.File}: {reason}");
        if (request.Output is { } output) TraceReport.Write(output, digest, Origin(request));
        Show(digest, request);
        var gate = request.FailOn is { } least ? AdviceGate.Judge(digest, least) : AdviceGate.Passed;
        foreach (var line in gate.Lines) services.Terminal.Error.WriteLine(line);
        return ExitCodes.Worst(
            gate.Code, digest.State.Damage is null ? ExitCode.Ok : ExitCode.TraceUnreadable, cancellation.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Ok);
    }

    private async Task<ExitCode> ConvertAsync(string trace, Conversion conversion, OutputStyle style, CancellationToken cancellation)
    {
        var remark = await new IsolatedTraceReading(services.Terminal, style).ConvertAsync(trace, conversion, cancellation);
        if (remark.Length > 0) Warn($"{trace}: {remark}", style);
        var bytes = new FileInfo(conversion.Into).Length;
        services.Terminal.Output.WriteLine(style.Format == OutputFormat.Json
            ? new JsonObject { ["trace"] = trace, ["convertedTo"] = conversion.Word, ["output"] = conversion.Into, ["outputBytes"] = bytes }.ToJsonString(ModelJson.Indented.Options)
            : $"{conversion.Word}  {Figures.Size(bytes)}  {Printable.Text(conversion.Into)}");
        return ExitCode.Ok;
    }

    private async Task<TraceDigest> RecordAsync(AnalyzeSubject.Process process, AnalyzeRequest request, CancellationToken enough)
    {
        if (process.Length < FewSamples) Warn($"a recording of {process.Length} holds few samples, and advice on a method needs ten, about one per 100 kB: record longer, such as --duration 30s", request.Style);
        using var directory = PrivateDirectory.Create();
        var file = process.Keep ?? Path.Combine(directory.Path, "live.nettrace");
        var line = new LiveLine(services.Terminal, request.Style);
        var progress = new RecordingLine(process, line);
        string? remark = null;
        await line.ShowAsync(async () => remark = await new LiveCapture(process.Id, file).RecordAsync(process.Length, progress, enough));
        if (remark is not null) Warn(remark, request.Style);
        // Ctrl-C ends recording, and what was recorded is read. A second one ends the program.
        var digest = await new IsolatedTraceReading(services.Terminal, request.Style).ReadAsync(file, request.Advice, CancellationToken.None);
        return process.Keep is null ? digest with { File = $"process {process.Id}" } : digest;
    }

    // A trace without events must not look like a process that did nothing.
    private static string? Nothing(TraceDigest digest) => digest.State switch
    {
        { Events: > 0 } => null,
        { Damage: { } damage } => damage,
        { Truncated: true } => "it ends before its first event: record it again",
        _ => null,
    };

    private void Show(TraceDigest digest, AnalyzeRequest request)
    {
        if (request.Style.Format == OutputFormat.Json)
        {
            foreach (var warning in AnalyzeText.Warnings(TraceDocument.From(digest))) Warn(warning, request.Style);
            services.Terminal.Output.WriteLine(TraceDigestJson.Write(digest));
            return;
        }

        if (request.Style.Format == OutputFormat.Sarif)
        {
            AdviceSarif.Write(digest, Origin(request), services.Terminal.Output);
            return;
        }

        new AnalyzeText(services.Terminal, request.Style).Write(digest);
        if (request.Output is not null) services.Terminal.Output.WriteLine($"report  {Printable.Text(request.Output)}");
    }

    private static SarifOrigin Origin(AnalyzeRequest request)
    {
        var root = SourceRoot.Around(Environment.CurrentDirectory);
        return new SarifOrigin(ToolVersion.Current, request.Arguments, root.Folder, root.Relative);
    }

    private void Warn(string warning, OutputStyle style)
    {
        if (style.Verbosity != Verbosity.Quiet) services.Terminal.Error.WriteLine($"warning: {Printable.Text(warning)}");
    }

    private sealed class RecordingLine(AnalyzeSubject.Process process, LiveLine line) : IProgress<RecordingProgress>
    {
        public void Report(RecordingProgress value) => line.Write(
            $"recording process {process.Id}  {(int)value.Elapsed.TotalSeconds} of {(int)process.Length.Span.TotalSeconds} s  {Figures.Size(value.Bytes)}", "Ctrl-C ends it early");
    }
}
