using AsyncLoad.Host;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Workloads;

namespace AsyncLoad.Tests.Planning;

/// <summary>The catalogue of the built-in workloads, as the host describes it.</summary>
internal static class TestCatalogue
{
    public static Catalogue Own { get; } = CatalogueDescription.Of(WorkloadCatalogue.CreateAll());

    /// <summary>The own catalogue with one more workload.</summary>
    public static Catalogue With(WorkloadDescription workload) => Own with { Workloads = [.. Own.Workloads, workload] };
}
