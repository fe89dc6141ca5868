using System.Text;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>A report on a trace, in one file whose name says its format.</summary>
internal static class ReportFile
{
    private static readonly (string Ending, Action<TraceDigest, SarifOrigin, TextWriter> Write)[] Formats =
        [
            (".html", (digest, _, writer) => HtmlPage.Write(TraceDocument.From(digest).Page, writer)),
            (".md", (digest, _, writer) => MarkdownPage.Write(TraceDocument.From(digest).Page, writer)),
            (".sarif", AdviceSarif.Write),
        ];

    /// <summary>What writes into a file of this name; null when nothing does.</summary>
    public static Action<TraceDigest, SarifOrigin, TextWriter>? FormatOf(string file) =>
        Formats.FirstOrDefault(format => file.EndsWith(format.Ending, StringComparison.OrdinalIgnoreCase)).Write;

    /// <summary>Finds out whether it can be written, before anything is recorded or read.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Check(string file) => Attempt(file, () => WholeFile.Check(file));

    /// <summary>Writes it, under a temporary name first; what is there already is replaced.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Write(string file, TraceDigest digest, SarifOrigin origin)
    {
        var write = FormatOf(file) ?? throw new ArgumentException($"no format of {file}", nameof(file));
        Write(file, writer => write(digest, origin, writer));
    }

    /// <summary>The same for what another command says.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Write(string file, Action<TextWriter> write) => Attempt(file, () => WholeFile.Write(file, stream =>
    {
        using var writer = new StreamWriter(stream, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        write(writer);
    }));

    private static void Attempt(string file, Action write)
    {
        try
        {
            write();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"cannot write {file}: {problem.Message}; choose another file with --output");
        }
    }
}
