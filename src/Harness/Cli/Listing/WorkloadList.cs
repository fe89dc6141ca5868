using System.Globalization;
using System.Text.Json;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Cli.Listing;

/// <summary>Writes workloads as the host described them: all briefly, or one in full.</summary>
internal sealed class WorkloadList(Terminal terminal, OutputStyle style)
{
    private const string None = "–";
    private const int BriefIndent = 14;
    private const int BriefWidth = 110;

    /// <summary>Writes all workloads, or the one of a name.</summary>
    /// <returns>An error when no workload has this name; else null.</returns>
    public string? Show(Catalogue catalogue, string? name)
    {
        if (name is null) ShowAll(catalogue);
        else if (Spelling.Workload(name, catalogue.Workloads) is not { } workload) return Suggestion.Unknown("workload", name, Spelling.Offered(catalogue.Workloads));
        else if (style.Format == OutputFormat.Json) terminal.Output.WriteLine(JsonSerializer.Serialize(workload, ModelJson.Indented.WorkloadDescription));
        else ShowOne(workload);
        return null;
    }

    private void ShowAll(Catalogue catalogue)
    {
        if (style.Format == OutputFormat.Json)
        {
            terminal.Output.WriteLine(JsonSerializer.Serialize(catalogue.Workloads, ModelJson.Indented.IReadOnlyListWorkloadDescription));
            return;
        }

        foreach (var workload in catalogue.Workloads)
        {
            if (workload != catalogue.Workloads[0]) terminal.Output.WriteLine();
            ShowBriefly(workload);
        }
    }

    private void ShowBriefly(WorkloadDescription workload)
    {
        terminal.Output.WriteLine($"{Printable.Text(workload.Id)}: {Printable.Text(workload.Summary)}");
        if (workload.Source is { } source) Brief("from", "", source);
        if (workload.Plugin is { } plugin) Brief("plug-in", "", plugin);
        if (workload.Parameters.Count > 0) Brief("parameters", ";", [.. workload.Parameters.Select(Brief)]);
        Brief("variants", ",", [.. workload.Variants.Select(variant => variant.Id)]);
    }

    // Breaks between entries only, so that every name can be copied from the screen.
    private void Brief(string title, string separator, params IReadOnlyList<string> entries)
    {
        var line = $"  {title}".PadRight(BriefIndent - 1);
        for (var i = 0; i < entries.Count; i++)
        {
            var entry = Printable.Text(entries[i]) + (i < entries.Count - 1 ? separator : "");
            if (line.Length >= BriefIndent && Cells.Width(line) + 1 + Cells.Width(entry) > BriefWidth)
            {
                terminal.Output.WriteLine(line);
                line = new string(' ', BriefIndent - 1);
            }

            line += $" {entry}";
        }

        terminal.Output.WriteLine(line);
    }

    private void ShowOne(WorkloadDescription workload)
    {
        terminal.Output.WriteLine($"{Printable.Text(workload.Id)}: {Printable.Text(workload.Summary)}");
        if (workload.Source is { } source) terminal.Output.WriteLine($"from: {Printable.Text(source)}");
        if (workload.Plugin is { } plugin) terminal.Output.WriteLine($"plug-in: {Printable.Text(plugin)}");
        if (workload.PublishedOn is { } machine) terminal.Output.WriteLine($"published on: {Printable.Text(machine)}");
        Section("parameters", ["name", "values", "default", "meaning"], workload.Parameters, parameter =>
            [parameter.Name, Values(parameter), parameter.Default, parameter.Summary]);
        string[] categories = workload.Variants.Any(variant => variant.Declared?.Categories.Count > 0) ? ["categories"] : [];
        Section("variants", ["name", "returns", "builder", "pooled boxes", "suspends", .. categories, "meaning"], workload.Variants, variant =>
        [
            variant.Id,
            variant.ReturnType,
            variant.Builder,
            PooledBoxes(variant),
            variant.Suspends ?? "never",
            .. categories.Select(_ => variant.Declared is { Categories: { Count: > 0 } own } ? string.Join(", ", own) : None),
            variant.IsBaseline ? $"{variant.Summary} (baseline)" : variant.Summary,
        ]);
        ShowPublished(workload.Published);
        ShowDifferences(workload.Differences);
        Section("expected on x64 .NET 10", ["variant", "parameters", "B/op", "objects"], workload.Expected, expected =>
            [expected.Variant, Parameters(expected.Parameters), Figure(expected), expected.Objects]);
    }

    // Columns that no figure of the workload fills are left out.
    private void ShowPublished(IReadOnlyList<PublishedFigure> figures)
    {
        (string Header, Func<PublishedFigure, string?> Value)[] columns =
        [
            ("table", figure => figure.Table),
            ("ns/op", figure => Optional(figure.NanosecondsPerOperation)),
            ("as printed", figure => figure.Quoted),
            ("B/op", figure => Optional(figure.BytesPerOperation)),
        ];
        var filled = columns.Where(column => figures.Any(figure => column.Value(figure) is not null)).ToList();
        Section("published", ["variant", "parameters", .. filled.Select(column => column.Header)], figures, figure =>
            [figure.Variant, Parameters(figure.Parameters), .. filled.Select(column => column.Value(figure) ?? None)]);
    }

    private void ShowDifferences(IReadOnlyList<PublishedDifference> differences)
    {
        if (differences.Count == 0) return;
        terminal.Output.WriteLine();
        terminal.Output.WriteLine("where .NET 10 differs:");
        foreach (var difference in differences)
        {
            terminal.Output.WriteLine($"  {Printable.Text(difference.Point)}");
            terminal.Output.WriteLine($"    {Printable.Text(difference.Reason)}");
        }
    }

    private void Section<T>(string title, string[] headers, IReadOnlyList<T> entries, Func<T, string[]> row)
    {
        if (entries.Count == 0) return;
        terminal.Output.WriteLine();
        terminal.Output.WriteLine($"{title}:");
        new TextTable(headers, [.. entries.Select(row)]).Write(terminal, style);
    }

    private static string Brief(ParameterDescription parameter) => $"{parameter.Name} = {Values(parameter)} (default {parameter.Default})";

    private static string Values(ParameterDescription parameter)
    {
        var values = string.Join(", ", parameter.Values);
        return parameter.Range is { } range ? string.Create(CultureInfo.InvariantCulture, $"{values}, or any from {range.Min} to {range.Max}{(range.Step is { } step ? $" in steps of {step}" : "")}") : values;
    }

    private static string Parameters(IReadOnlyDictionary<string, string> parameters) =>
        string.Join(", ", parameters.Select(entry => $"{entry.Key}={entry.Value}"));

    private static string PooledBoxes(VariantDescription variant) => variant.PooledBoxes?.ToString(CultureInfo.InvariantCulture) ?? "varies";

    private static string Figure(double figure) => figure.ToString("0.####", CultureInfo.InvariantCulture);

    private static string? Optional(double? figure) => figure is { } known ? Figure(known) : null;

    private static string Figure(ExpectedBytes expected) => expected is { AtLeast: null, AtMost: null }
        ? Figure(expected.Bytes)
        : $"{Figure(expected.AtLeast ?? expected.Bytes)} to {Figure(expected.AtMost ?? expected.Bytes)}";
}
