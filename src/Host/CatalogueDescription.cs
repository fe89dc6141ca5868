using System.Runtime.InteropServices;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>Describes the workloads of this process in the catalogue that the harness reads.</summary>
internal static class CatalogueDescription
{
    public static Catalogue Of(IEnumerable<Workload> workloads) => new(
        Catalogue.CurrentSchemaVersion,
        typeof(CatalogueDescription).Assembly.GetName().Version?.ToString(3) ?? "unknown",
        RuntimeInformation.FrameworkDescription,
        [.. workloads.Select(Of)],
        Unpaced: ThisSystem.Waiting.Unpaced,
        Unbound: ThisSystem.Processors.Unbound);

    public static WorkloadDescription Of(Workload workload) => new(
        workload.Id,
        workload.Summary,
        workload.Source,
        [.. workload.Parameters.Select(Of)],
        [.. workload.Variants.Select(Of)],
        [.. workload.Published.Select(Of)],
        workload.PublishedOn,
        [.. workload.Differences.Select(difference => new PublishedDifference(difference.Point, difference.Reason))],
        [.. workload.Expected.Select(row => new ExpectedBytes(row.Variant, Text(row.Arguments), row.Bytes, row.Objects, row.AtLeast, row.AtMost))]);

    private static ParameterDescription Of(Parameter parameter) => new(
        parameter.Name,
        parameter.Summary,
        parameter.Values,
        parameter.Default,
        parameter.Range is { } range ? new NumberRange(range.Min, range.Max, parameter.Step) : null);

    private static VariantDescription Of(Variant variant) =>
        new(variant.Id, variant.Summary, variant.ReturnType, Word(variant.Builder), variant.Suspends, variant.PooledBoxes, variant.IsBaseline,
            OperationsPerCall: variant.OperationsPerCall == 1 ? null : variant.OperationsPerCall);

    private static PublishedFigure Of(Published figure) => new(
        figure.Variant,
        Text(figure.Arguments),
        figure.NanosecondsPerOperation,
        figure.BytesPerOperation,
        figure.Table,
        figure.Quoted);

    private static string Word(Builder builder) => builder switch
    {
        Builder.None => "none",
        Builder.Default => "default",
        Builder.Pooling => "pooling",
        _ => throw new ArgumentOutOfRangeException(nameof(builder), builder, "not a builder"),
    };

    private static SortedDictionary<string, string> Text(Arguments arguments) =>
        new(new Dictionary<string, string>(arguments), StringComparer.Ordinal);
}
