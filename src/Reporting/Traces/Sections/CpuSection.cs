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
        $"{Figures.Plural(cpu.Samples, "sample")} of threads that ran managed code, taken at fixed distances of time.{Outside(cpu)}",
        cpu.Methods.Count == 0 ? [] : [Table(cpu)]);

    private static string Outside(CpuDigest cpu) => cpu.Outside == 0
        ? ""
        : $" {Figures.Count(cpu.Outside)} more, {Figures.Percent(cpu.Outside / (double)(cpu.Samples + cpu.Outside))} of all, caught threads outside managed code: waiting, in the system or in native code. Shares are of the {Figures.Count(cpu.Samples)}.";

    private static ReportBlock.Table Table(CpuDigest cpu) => new(
        cpu.Methods.Count > MostMethods ? $"The first {Figures.Count(MostMethods)} methods by samples in themselves" : "Methods by samples in themselves",
        [new("Method", Numeric: false), new("In itself"), new("Share"), new("With what it calls"), new("Share")],
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
