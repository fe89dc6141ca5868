using System.Globalization;
using AsyncLoad.Proof;
using AsyncLoad.Proof.Grammar;
using AsyncLoad.Proof.Remedies;
using AsyncLoad.Proof.Services;

var seed = Number(Option("--seed") ?? "1");
if (Option("--print") is { } number)
{
    var service = GeneratedService.Make(seed, Number(number));
    foreach (var file in service.Library.Concat(service.Program)) Console.Out.WriteLine($"// {file.Path}\n{file.Text}");
    return 0;
}

return await ProofCommand.RunAsync(Option("--folder") is { } folder
    ? [.. Directory.EnumerateDirectories(folder).Order(StringComparer.Ordinal).Select(Service.Read)]
    : [.. Enumerable.Range(1, Number(Option("--services") ?? "40")).Select(index => GeneratedService.Make(seed, index))],
    args.Contains("--take-all") ? _ => true : Remedy.IsToBeTaken);

string? Option(string name) => Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;

static int Number(string text) => int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);
