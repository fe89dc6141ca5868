using AsyncLoad.Reporting.Document;
using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>Advice for people who look at a terminal: a short block a method.</summary>
internal static class AdviceText
{
    private const int MostMethods = 20;
    private const int MostTypes = 2;

    /// <summary>Writes it.</summary>
    public static void Write(AdviceReport advice, TextWriter output)
    {
        output.WriteLine();
        output.WriteLine("advice");
        if (advice.Methods.Count == 0) output.WriteLine($"no async method allocates {Figures.Setting(advice.MinShare)} of all bytes or more");
        foreach (var (index, method) in advice.Methods.Take(MostMethods).Index()) Write(method, index + 1, advice.Seconds, output);
        if (advice.Methods.Count > MostMethods) output.WriteLine($"{Figures.Plural(advice.Methods.Count - MostMethods, "more finding")}: --output and --format json have all");
        if (advice.LeftOut > 0) output.WriteLine($"{Figures.Plural(advice.LeftOut, "finding")} below {Figures.Setting(advice.MinShare)} of all bytes left out (--min-share)");
    }

    private static void Write(Advice advice, int number, double seconds, TextWriter output)
    {
        var weight = AdviceWords.Of(advice.Weight);
        var types = advice.Types.Count == 0 ? "" : $": {string.Join(" and ", advice.Types.Take(MostTypes).Select(VisibleText.Type))}";
        output.WriteLine($"{Figures.Count(number)}. {VisibleText.Type(advice.Method)}");
        output.WriteLine($"   {AdviceWords.Of(advice.Finding)}  {weight.Glyph} {weight.Word}{(AdviceWords.Home(advice) is { } home ? $"  ({home})" : "")}");
        Line("takes", $"{Figures.SizeRate(RateInterval.Of(advice.Allocated, seconds))}, {Figures.Percent(advice.Share)} of all bytes; objects of {Figures.Size(advice.ObjectBytes)}{types}");
        Line("why", VisibleText.Sentence(advice.Because));
        if (advice.Remedy is { } remedy) Line("do", VisibleText.Sentence(remedy));
        if (advice.Removable is { } removable) Line("saves", Figures.SizeRate(removable));
        foreach (var check in advice.Check) Line("check", VisibleText.Sentence(check));

        void Line(string what, string text) => output.WriteLine($"   {what,-5}  {text}");
    }
}
