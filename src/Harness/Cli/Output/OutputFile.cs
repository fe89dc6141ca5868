using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>The file that <c>--output</c> of a command names, where that is a file and not a run folder.</summary>
internal static class OutputFile
{
    /// <summary>The writer of a page for a file of this name: <c>.html</c> or <c>.md</c>; null for any other.</summary>
    public static Action<ReportPage, TextWriter>? PageFormatOf(string file) =>
        file.EndsWith(".html", StringComparison.OrdinalIgnoreCase) ? HtmlPage.Write : file.EndsWith(".md", StringComparison.OrdinalIgnoreCase) ? MarkdownPage.Write : null;

    /// <summary>Checks that the file can be written, before anything is recorded or read.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Check(string file) => Attempt(file, () => WholeFile.Check(file));

    /// <summary>Writes the file under a temporary name and renames it; an existing file is replaced.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Write(string file, Action<TextWriter> write) => Attempt(file, () => WholeFile.WriteText(file, write));

    private static void Attempt(string file, Action write)
    {
        try
        {
            write();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"cannot write {file}: {FileProblem.Cause(problem)}; choose another file with --output");
        }
    }
}
