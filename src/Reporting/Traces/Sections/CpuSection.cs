using AsyncLoad.Reporting.Document;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Reporting.Traces.Sections;

/// <summary>Methods by processor samples.</summary>
internal static class CpuSection
{
    private const int MostMethods = 20;

    public static ReportSection? Build(CpuDigest? cpu) => cpu is null ? null : new ReportSection(
        "cpu",
        "Methods by processor samples",
        $"{Figures.Plural(cpu.Samples, "sample")} of threads that ran managed code, taken at fixed intervals.{Outside(cpu)}",
        cpu.Methods.Count == 0 ? [] : [Table(cpu)]);

    private static string Outside(CpuDigest cpu) => cpu.Outside == 0
        ? ""
        : $" Another {Figures.Plural(cpu.Outside, "sample")}, {Figures.Percent(cpu.Outside / (double)(cpu.Samples + cpu.Outside))} of all, hit threads outside managed code: waiting, in the system or in native code. Shares are of the {Figures.Count(cpu.Samples)} in managed code.";

    private static ReportBlock.Table Table(CpuDigest cpu) => new(
        cpu.Methods.Count > MostMethods ? $"The first {Figures.Count(MostMethods)} methods by their own samples" : "Methods by their own samples",
        [new("Method", Numeric: false), new("Own samples"), new("Share"), new("Including callees"), new("Share")],
        new ReportGroup(null, [.. cpu.Methods.Take(MostMethods).Select(method => (IReadOnlyList<ReportCell>)
        [
            new(VisibleText.Type(method.Method)),
            new(Figures.Count(method.Self)),
            new(Share(method.Self, cpu)),
            new(Figures.Count(method.Inclusive)),
            new(Share(method.Inclusive, cpu)),
        ])]));

    private static string Share(long samples, CpuDigest cpu) => Figures.Percent(samples / (double)cpu.Samples);
}
