using System.Globalization;
using System.Text.Json;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Cli;

/// <summary>Workloads as the host described them: all in a line each, or one with its parameters, variants and published figures.</summary>
internal sealed class WorkloadList(Terminal terminal, OutputStyle style)
{
    /// <summary>Writes all workloads, or the one of a name.</summary>
    public ExitCode Show(Catalogue catalogue, string? name)
    {
        if (name is null) return ShowAll(catalogue);
        var workload = catalogue.Workloads.FirstOrDefault(known => known.Id == name);
        if (workload is null)
        {
            terminal.Error.WriteLine($"error: {Suggestion.Unknown("workload", name, [.. catalogue.Workloads.Select(known => known.Id)])}");
            return ExitCode.BadArguments;
        }

        if (style.Format == OutputFormat.Json) terminal.Output.WriteLine(JsonSerializer.Serialize(workload, ModelJson.Indented.WorkloadDescription));
        else ShowOne(workload);
        return ExitCode.Ok;
    }

    private ExitCode ShowAll(Catalogue catalogue)
    {
        if (style.Format == OutputFormat.Json)
        {
            terminal.Output.WriteLine(JsonSerializer.Serialize(catalogue.Workloads, ModelJson.Indented.IReadOnlyListWorkloadDescription));
            return ExitCode.Ok;
        }

        new TextTable(["workload", "variants", "meaning"], [.. catalogue.Workloads.Select(workload => new[]
        {
            workload.Id,
            workload.Variants.Count.ToString(CultureInfo.InvariantCulture),
            workload.Summary,
        })]).Write(terminal, style);
        return ExitCode.Ok;
    }

    private void ShowOne(WorkloadDescription workload)
    {
        terminal.Output.WriteLine($"{Printable.Text(workload.Id)}: {Printable.Text(workload.Summary)}");
        if (workload.Source is { } source) terminal.Output.WriteLine($"from: {Printable.Text(source)}");
        if (workload.PublishedOn is { } on) terminal.Output.WriteLine($"measured there with: {Printable.Text(on)}");
        Section("parameters", ["name", "values", "default", "meaning"], workload.Parameters, parameter =>
            [parameter.Name, Values(parameter), parameter.Default, parameter.Summary]);
        Section("variants", ["name", "returns", "builder", "suspends", "meaning"], workload.Variants, variant =>
            [variant.Id, variant.ReturnType, variant.Builder, variant.Suspends ?? "never", variant.Summary]);
        Section("published", ["variant", "parameters", "ns/op", "B/op", "table"], workload.Published, figure =>
            [figure.Variant, Parameters(figure.Parameters), figure.Quoted ?? Figure(figure.NanosecondsPerOperation), Figure(figure.BytesPerOperation), figure.Table ?? ""]);
        Section(".NET 10 differs", ["where", "why"], workload.Differences, difference => [difference.Point, difference.Reason]);
        Section("expected on x64 .NET 10", ["variant", "parameters", "B/op", "objects"], workload.Expected, expected =>
            [expected.Variant, Parameters(expected.Parameters), Figure(expected), expected.Objects]);
    }

    private void Section<T>(string title, string[] headers, IReadOnlyList<T> entries, Func<T, string[]> row)
    {
        if (entries.Count == 0) return;
        terminal.Output.WriteLine();
        terminal.Output.WriteLine($"{title}:");
        new TextTable(headers, [.. entries.Select(row)]).Write(terminal, style);
    }

    private static string Values(ParameterDescription parameter)
    {
        var values = string.Join(", ", parameter.Values);
        return parameter.Range is { } range ? string.Create(CultureInfo.InvariantCulture, $"{values}, or any from {range.Min} to {range.Max}") : values;
    }

    private static string Parameters(IReadOnlyDictionary<string, string> parameters) =>
        string.Join(", ", parameters.Select(entry => $"{entry.Key}={entry.Value}"));

    private static string Figure(ExpectedBytes expected) => expected is { AtLeast: null, AtMost: null }
        ? Figure(expected.Bytes)
        : $"{Figure(expected.AtLeast ?? expected.Bytes)} to {Figure(expected.AtMost ?? expected.Bytes)}";

    private static string Figure(double? figure) => figure?.ToString("0.####", CultureInfo.InvariantCulture) ?? "–";
}
