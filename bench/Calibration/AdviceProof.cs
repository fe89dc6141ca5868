using System.Diagnostics;
using AsyncLoad.EndToEnd.Advice;

namespace AsyncLoad.Calibration;

/// <summary>
/// The advisor against a service whose answers are known, twenty times, each time with a process of its own. Every planted method must be named with what it does and what the advice
/// is worth, nothing else may be, and intervals must hold the bytes that the service counted in 90 % of all cases.
/// </summary>
internal static class AdviceProof
{
    private const int Runs = 20;
    private const double WantedCoverage = 0.9;
    private const string Session = "8s";
    private static readonly TimeSpan Load = TimeSpan.FromSeconds(4);

    /// <summary>Prints a line for each run, and the table.</summary>
    /// <returns>The exit code: 2 when something was missed, weighed wrongly, named without reason, or covered too seldom.</returns>
    public static async Task<int> RunAsync()
    {
        var runs = new List<AdviceRun>();
        for (var run = 1; run <= Runs; run++)
        {
            await using var service = await OrderService.StartAsync("dotnet", Clone.OrderService);
            runs.Add(await AdviceRun.RecordAsync(service, AnalyzeAsync, Load, CancellationToken.None));
            var planted = runs[^1].Planted;
            Output.Progress($"run {run}: {planted.Count(method => method.Advice is not null)} of {planted.Count} found, {planted.Count(method => method.IsCovered)} covered, {runs[^1].False.Count} false");
        }

        return Print([.. runs.SelectMany(run => run.Planted)], [.. runs.SelectMany(run => run.False)]);
    }

    private static int Print(IReadOnlyList<PlantedMethod> planted, IReadOnlyList<PrintedAdvice> wrong)
    {
        Output.Print($"| method | expected | found | weighed right | covered | samples |");
        Output.Print($"| --- | --- | --: | --: | --: | --: |");
        foreach (var method in planted.GroupBy(method => (method.Row.Method, method.Row.Finding, method.Row.Weight)))
            Output.Print($"| `{method.Key.Method}` | {method.Key.Finding}, {method.Key.Weight} | {method.Count(one => one.Advice is not null)} | {method.Count(one => one.IsWeighedRight)} | {method.Count(one => one.IsCovered)} | {method.Average(one => one.Advice?.Allocated.Samples ?? 0):0} |");
        foreach (var advice in wrong.GroupBy(advice => (advice.Method, advice.Finding))) Output.Print($"| `{advice.Key.Method}` | nothing | {advice.Count()}, {advice.Key.Finding} | | | |");

        var covered = planted.Count(method => method.IsCovered);
        Output.Print($"");
        Output.Print($"{Runs} runs: missed {planted.Count(method => method.Advice is null)}, weighed wrongly {planted.Count(method => !method.IsWeighedRight)}, false {wrong.Count} of {planted.Count}; covered {covered} of {planted.Count}, {100.0 * covered / planted.Count:0.0} %");
        return wrong.Count == 0 && planted.All(method => method.IsWeighedRight) && covered >= WantedCoverage * planted.Count ? 0 : 2;
    }

    private static async Task<string> AnalyzeAsync(int process)
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                Clone.Program, "analyze", "--process-id", FormattableString.Invariant($"{process}"), "--duration", Session,
                "--format", "json", "--assembly", Path.GetDirectoryName(Clone.OrderService)!,
            ])
        {
            RedirectStandardOutput = true,
        };
        using var program = Process.Start(start) ?? throw new InvalidOperationException("asyncload did not start");
        var output = await program.StandardOutput.ReadToEndAsync();
        await program.WaitForExitAsync();
        return program.ExitCode == 0 ? output : throw new InvalidOperationException($"asyncload ended with {program.ExitCode}");
    }
}
