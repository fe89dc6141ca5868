#:property PublishAot=false
// Prints what a run found, the slowest candidate first: dotnet run samples/Results/results.cs -- runs/mine/results.json
// The exit code is 1 if any candidate loses. "asyncload schema results" prints the schema of the file.
using System.Globalization;
using System.Text.Json;

if (args is not [var path])
{
    Console.Error.WriteLine("give the path of a results.json");
    return 4;
}

using var results = JsonDocument.Parse(File.ReadAllText(path));
var rows = results.RootElement.GetProperty("comparisons").EnumerateArray().Select(Row.Of).OrderByDescending(row => row.Ratio ?? double.MaxValue).ToList();
foreach (var row in rows)
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{row.Verdict,-12} {row.Ratio,6:0.00} {row.Bytes,8:+0;-0;0} B/op  {row.Id}{(row.Warnings > 0 ? $"  ({row.Warnings} warnings)" : "")}"));
return rows.Any(row => row.Verdict == "loses") ? 1 : 0;

internal sealed record Row(string Id, string Verdict, double? Ratio, double? Bytes, int Warnings)
{
    // A figure that could not be had is null; its reason stands beside it.
    public static Row Of(JsonElement comparison) => new(
        comparison.GetProperty("id").GetString()!,
        comparison.GetProperty("verdict").GetString() ?? "none",
        comparison.GetProperty("ratio") is { ValueKind: JsonValueKind.Object } ratio ? ratio.GetProperty("estimate").GetDouble() : null,
        comparison.GetProperty("bytesDifference") is { ValueKind: JsonValueKind.Number } bytes ? bytes.GetDouble() : null,
        comparison.GetProperty("warnings").GetArrayLength());
}
