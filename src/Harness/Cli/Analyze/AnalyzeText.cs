using AsyncLoad.Analysis;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>Writes a digest as text: first what limits it, then the answer, the figures and the advice.</summary>
internal sealed class AnalyzeText(Terminal terminal, OutputStyle style)
{
    private readonly TextWriter output = terminal.Output;

    public void Write(TraceDigest digest)
    {
        var document = TraceDocument.From(digest);
        WriteHead(digest);
        foreach (var warning in Warnings(document)) output.WriteLine($"! {warning}");
        output.WriteLine();
        output.WriteLine(document.Headline);
        if (document.Lead is { } lead) output.WriteLine(lead);
        WriteFigures(digest);
        if (digest.Advice is { } advice) AdviceText.Write(advice, digest.State, output);
        var notes = document.Warnings.Where(IsNote).ToList();
        if (notes.Count > 0) output.WriteLine();
        // Each part of a list gets a line.
        foreach (var line in notes.SelectMany(note => note is { Remedy: null, About.Count: > 0 } ? note.About.Select(about => $"{note.Title}: {about}") : [note.Sentence])) output.WriteLine(line);
    }

    /// <summary>What limits the trust in the figures, a sentence each.</summary>
    public static IEnumerable<string> Warnings(TraceDocument document) => document.Warnings.Where(notice => !IsNote(notice)).Select(notice => notice.Sentence);

    private void WriteHead(TraceDigest digest)
    {
        if (digest.Process.CommandLine is { } line) output.WriteLine(Printable.Shorten(line));
        output.WriteLine(string.Join(", ", Facts(digest.Process)));
        var began = digest.Process.StartedUtc is { } moment ? $" from {Figures.Moment(moment)}" : "";
        output.WriteLine($"{Figures.Time(digest.Process.DurationMs * 1e6)}{began}, {Figures.Plural(digest.State.Events, "event")}, {Figures.Size(digest.FileBytes)}: {Printable.Text(digest.File)}");
        output.WriteLine($"{digest.Format}, read by {digest.Reader}");
    }

    private void WriteFigures(TraceDigest digest)
    {
        var tables = new AnalyzeTables(terminal, style);
        if (digest.Gc is { } gc) tables.WriteGc(gc);
        if (digest.Allocation is { } allocation) tables.WriteAllocation(allocation);
        if (digest.Advice is { } advice) tables.WriteAccount(advice);
        tables.WriteTroubles(digest);
        if (digest.Cpu is { } cpu) tables.WriteCpu(cpu);
    }

    private static IEnumerable<string> Facts(TracedProcess process)
    {
        yield return $"process {process.ProcessId}";
        if (process.Runtime is { } runtime) yield return $".NET {Printable.Shorten(runtime)}";
        if (process.NativeAot) yield return "NativeAOT";
        yield return TraceDocument.GcMode(process);
        if (TraceDocument.BackgroundCollections(process) is { } background) yield return background;
        if (process.Processors is { } processors) yield return Figures.Plural(processors, "processor");
    }

    // A note only says that something is absent.
    private static bool IsNote(Notice notice) => notice.Mark.Tone == Tone.Even;
}

/// <summary>Writes advice as text, in one short block per method.</summary>
internal static class AdviceText
{
    private const int MostMethods = 20;
    private const int MostTypes = 2;

    public static void Write(AdviceReport advice, TraceState state, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine("advice");
        if (advice.Methods.Count == 0) output.WriteLine(None(advice, state));
        var entries = advice.Entries;
        foreach (var (index, method) in entries.Take(MostMethods).Index()) Write(method, index + 1, advice.Seconds, output);
        if (entries.Count > MostMethods) output.WriteLine($"{Figures.Plural(entries.Count - MostMethods, "more finding")}: --output and --format json have all");
        if (advice.LeftOut > 0) output.WriteLine($"{Figures.Plural(advice.LeftOut, "finding")} below {Figures.Setting(advice.MinShare)} of all bytes hidden (--min-share){AdviceWords.TogetherLeftOut(advice)}");
    }

    private static string None(AdviceReport advice, TraceState state) =>
        state.LacksNames ? $"none: {AdviceWords.Nameless(state)}"
        : AdviceWords.IsFree(advice) ? $"no async method allocates {Figures.Setting(advice.MinShare)} of all bytes or more"
        : $"no finding reaches {Figures.Setting(advice.MinShare)} of all bytes; the account above says what async code allocates";

    private static void Write(Advice advice, int number, double seconds, TextWriter output)
    {
        var weight = AdviceWords.Of(advice.Weight);
        var types = advice.Types.Count == 0 ? "" : $": {string.Join(" and ", advice.Types.Take(MostTypes).Select(VisibleText.Type))}";
        output.WriteLine($"{Figures.Count(number)}. {AdviceWords.Title(advice)}");
        output.WriteLine($"   {AdviceWords.Of(advice.Finding)}  {weight.Glyph} {weight.Word}{(AdviceWords.Home(advice) is { } home ? $"  ({home})" : "")}");
        Line("takes", $"{Figures.SizeRate(RateInterval.Of(advice.Allocated, seconds))}, {Figures.Percent(advice.Share)} of all bytes; objects{(advice.ObjectBytes is { } size ? $" of {Figures.Size(size)}" : "")}{types}");
        Line("why", VisibleText.Sentence(advice.Because));
        if (AdviceWords.Chain(advice) is { } chain) Line("chain", chain);
        if (AdviceWords.Remedy(advice) is { } remedy) Line("do", remedy);
        if (advice.Removable is { } removable) Line("saves", Figures.SizeRate(removable));
        foreach (var check in advice.Check) Line("check", VisibleText.Sentence(check));

        void Line(string what, string text) => output.WriteLine($"   {what,-5}  {text}");
    }
}
