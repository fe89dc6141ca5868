using AsyncLoad.Model.Catalogues;
using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Planning;

/// <summary>The catalogue of the built-in workloads, described here as the host describes it.</summary>
internal static class TestCatalogue
{
    public static Catalogue Own { get; } = new(
        Catalogue.CurrentSchemaVersion,
        "test",
        ".NET 10.0",
        [.. WorkloadCatalogue.CreateAll().Select(Describe)]);

    /// <summary>The own catalogue with one more workload.</summary>
    public static Catalogue With(WorkloadDescription workload) => Own with { Workloads = [.. Own.Workloads, workload] };

    private static WorkloadDescription Describe(Workload workload) => new(
        workload.Id,
        workload.Summary,
        workload.Source,
        [.. workload.Parameters.Select(parameter => new ParameterDescription(parameter.Name, parameter.Summary, parameter.Values, parameter.Default))],
        [.. workload.Variants.Select(variant => new VariantDescription(variant.Id, variant.Summary, variant.ReturnType, Word(variant.Builder), variant.Suspends))],
        [.. workload.Published.Select(row => new PublishedFigure(row.Variant, Values(row.Arguments), row.NanosecondsPerOperation, row.BytesPerOperation))],
        [.. workload.Expected.Select(row => new ExpectedBytes(row.Variant, Values(row.Arguments), row.Bytes, row.Objects))]);

    private static string Word(Builder builder) => builder switch
    {
        Builder.Default => "default",
        Builder.Pooling => "pooling",
        _ => "none",
    };

    private static Dictionary<string, string> Values(Arguments arguments) => new(arguments);
}
