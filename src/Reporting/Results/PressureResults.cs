using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Results;

/// <summary>Pressurer and workload of one side as records of <c>results.json</c>.</summary>
internal static class PressureResults
{
    public static PressureResult Of(PressureSettings asked, GcLedger ledger, PressureLedger pressure) => new(
        pressure.LiveSetBytes,
        new SortedDictionary<string, RateResult>(
            PressureRate.Of(asked, pressure).ToDictionary(rate => rate.Member, rate => new RateResult(rate.Asked, rate.Achieved)),
            StringComparer.Ordinal),
        pressure.AllocatedBytes,
        pressure.Cpu.Value,
        pressure.Collections,
        ledger.WorkloadBytes,
        pressure.WorkloadCpu.Value,
        ledger.WorkloadCollections);
}
