using System.Text;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Texts of profiles, and what they become.</summary>
internal static class Profiles
{
    public const string Name = "p.json";

    /// <summary>The smallest profile: everything else has a default.</summary>
    public const string Smallest = """
        {
          "schemaVersion": 1,
          "name": "smallest",
          "experiments": [
            { "name": "one", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"] }
          ]
        }
        """;

    /// <summary>Two experiments of 2 × 2 × 2 × 2 × 2 and 1 × 1 comparisons.</summary>
    public const string Matrix = """
        {
          "schemaVersion": 1,
          "name": "matrix",
          "measure": { "looks": [6] },
          "experiments": [
            {
              "name": "wide", "workload": "call-chain", "parameters": { "result": ["string", "decimal"] },
              "baseline": "await-task", "candidates": ["await-value-task", "direct-call"],
              "loads": ["sequential", { "kind": "parallelFor", "degree": 4 }],
              "pressures": ["calm", "old-heap"],
              "gcSettings": ["default", { "server": true, "gen0Size": "64MB" }],
              "gates": [
                { "metric": "bytesPerOperation", "variant": "await-value-task", "max": 0 },
                { "metric": "bytesPerOperation", "variant": "await-task", "max": 600 },
                { "metric": "ratio", "max": 1.5, "onInconclusive": "warn" }
              ]
            },
            { "name": "narrow", "workload": "call-chain", "baseline": "direct-task", "candidates": ["direct-value-task"] }
          ]
        }
        """;

    /// <summary>Reads with the own catalogue.</summary>
    public static ProfileReading Read(string text, params string[] settings) => Read(text, TestCatalogue.Own, settings);

    public static ProfileReading Read(string text, Catalogue catalogue, params string[] settings) =>
        ProfileReader.Read(Name, Encoding.UTF8.GetBytes(text), catalogue, [.. settings.Select(setting => Override.Parse(setting)!)]);

    /// <summary>Reads what must be right.</summary>
    public static Profile Good(string text, params string[] settings)
    {
        var reading = Read(text, settings);
        Assert.Empty(reading.Errors.Select(error => error.ToString()));
        return reading.Profile!;
    }

    /// <summary>Reads what must be wrong.</summary>
    public static IReadOnlyList<string> Errors(string text, params string[] settings)
    {
        var reading = Read(text, settings);
        Assert.Null(reading.Profile);
        return [.. reading.Errors.Select(error => error.ToString())];
    }

    /// <summary>The only error of a text.</summary>
    public static string Error(string text, params string[] settings) => Assert.Single(Errors(text, settings));

    /// <summary>Plans what must be plannable.</summary>
    public static Plan Plan(string text, PlanOptions? options = null) =>
        Assert.IsType<PlanOutcome.Made>(Planner.Make(Good(text), TestCatalogue.Own, options ?? new PlanOptions())).Plan;
}
