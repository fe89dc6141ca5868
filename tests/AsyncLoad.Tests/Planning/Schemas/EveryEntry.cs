namespace AsyncLoad.Tests.Planning.Schemas;

/// <summary>A profile with every form of every entry, so that a change of any of them is seen.</summary>
internal static class EveryEntry
{
    public const string Text = """
        {
          "$schema": "profile.schema.json", "schemaVersion": 1, "name": "everything", "seed": 1, "traces": "one", "cpuSamples": true,
          "measure": { "slices": 60, "slice": "10ms", "warmUpCap": "5s", "looks": [8, 12], "halfWidth": 0.02, "margin": 0.03, "metric": "wall", "verdicts": true, "platformTiering": false, "inTurn": true, "confirm": true },
          "environment": ["MY_SETTING"], "plugins": ["mine.dll"],
          "experiments": [
            {
              "name": "one", "workload": "call-chain", "parameters": { "deep": [true], "result": ["string"] }, "baseline": "await-task", "candidates": ["await-value-task"],
              "loads": [
                "sequential", { "kind": "parallelFor", "degree": "cores", "chunk": 4 }, { "kind": "parallelForAsync", "degree": 2 }, { "kind": "closedLoop", "workers": 2, "thinkTime": "5ms" },
                { "kind": "wave", "size": 8 }, { "kind": "openLoop", "rate": 100, "arrivals": "poisson", "maxInFlight": 10 }, { "kind": "openLoop", "steps": [{ "rate": 10, "during": "1s" }] },
                {
                  "kind": "simulations", "engine": "native",
                  "stages": [
                    { "kind": "keepConstant", "copies": 1, "during": "1s" }, { "kind": "rampingConstant", "copies": 2, "during": "1s" }, { "kind": "iterationsForConstant", "copies": 1, "iterations": 5 },
                    { "kind": "inject", "rate": 1, "interval": "1s", "during": "1s" }, { "kind": "rampingInject", "rate": 1, "during": "1s" },
                    { "kind": "injectRandom", "minRate": 1, "maxRate": 2, "during": "1s" }, { "kind": "iterationsForInject", "rate": 1, "iterations": 5 }, { "kind": "pause", "during": "1s" }
                  ]
                }
              ],
              "pressures": ["calm", { "preset": "old-heap", "liveSet": "100MB" }, { "name": "own", "liveSet": "10MB", "oldToYoungWritesPerMs": 5, "allocatePerSecond": "10MB", "survivePercent": 10, "lohPerMille": 5, "pinnedPercent": 5, "finalizablePercent": 5, "gen0Size": "4MB" }],
              "gcSettings": [
                "default", { "name": "mine", "server": true, "gen0Size": "64MB", "conserveMemory": 3, "heapCount": 2 },
                { "concurrent": true, "gen0MaxBudget": "64MB", "heapHardLimit": "1GB", "datas": false, "retainVm": true, "tieredPgo": true, "tieredCompilation": true, "readyToRun": true }
              ],
              "runtimes": ["net10.0", { "runtime": "net10.0", "compiler": "runtime-async" }], "compiler": "default",
              "gates": [
                { "metric": "bytesPerOperation", "variant": "await-value-task", "max": 0, "onInconclusive": "warn" }, { "metric": "ratio", "maxChange": 0.1 }, { "metric": "bytesPerOperation", "maxIncrease": 24 }, { "metric": "bytesPerOperation", "maxIncreasePercent": 5 }, { "metric": "peak", "maxIncrease": -8 }, { "metric": "poolHitRate", "min": 0.9 }, { "metric": "bytesPerOperation", "exactly": 0 }
              ]
            },
            { "name": "two", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "pressures": ["old-heap"], "crossover": { "axis": "pressure.liveSet", "from": "0MB", "to": "100MB", "steps": 5, "mostSteps": 9 } },
            { "name": "three", "workload": "wrapping", "baseline": "async-value-task-over-pooled", "candidates": ["pooled-over-pooled"], "crossover": { "axis": "parameters.probability", "from": 0, "to": 0.5 } },
            { "name": "four", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["wave"], "crossover": { "axis": "load.size", "from": 1, "to": 50 } },
            {
              "name": "five", "workload": "call-chain", "baseline": { "variant": "await-task", "commit": "main" },
              "candidates": [
                { "name": "after", "project": "mine.csproj", "packages": { "Dapper": "2.1.35" }, "runtime": "net10.0", "compiler": "default", "env": { "MINE": "1" } },
                { "variant": "await-value-task", "plugin": "mine.dll", "pressure": "old-heap", "gc": { "server": true }, "parameters": { "result": "decimal" } }
              ]
            }
          ]
        }
        """;
}
