using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>A report on a trace, in one file whose name says its format.</summary>
internal static class TraceReport
{
    /// <summary>The writer for a file of this name; null when no format has its ending.</summary>
    public static Action<TraceDigest, SarifOrigin, TextWriter>? FormatOf(string file)
    {
        if (file.EndsWith(".sarif", StringComparison.OrdinalIgnoreCase)) return AdviceSarif.Write;
        return OutputFile.PageFormatOf(file) is { } page ? (digest, _, writer) => page(TraceDocument.From(digest).Page, writer) : null;
    }

    /// <summary>Writes it, under a temporary name first; what is there already is replaced.</summary>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public static void Write(string file, TraceDigest digest, SarifOrigin origin)
    {
        var write = FormatOf(file) ?? throw new ArgumentException($"no format of {file}", nameof(file));
        OutputFile.Write(file, writer => write(digest, origin, writer));
    }
}
