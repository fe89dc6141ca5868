using AsyncLoad.Harness.Cli.Schema;

namespace AsyncLoad.Harness.Cli.Init;

/// <summary>What <c>init</c> writes: a profile with a comment on every line that a reader would ask about, and a plug-in project that it measures.</summary>
internal static class InitFiles
{
    private const string Profile = """
        // What asyncload measures, how, and what fails a build. Comments and trailing commas are allowed.
        //   see what it will do:    asyncload plan profile.json
        //   do it (half a minute):  asyncload run profile.json
        {
          // For editors, which then complete names and mark slips; "asyncload schema profile" prints it.
          "$schema": "profile.schema.json",
          "schemaVersion": 1,
          "name": "my-workloads",

          // Projects are built before they are measured; a .dll is taken as it is.
          "plugins": ["MyWorkloads.csproj"],

          "measure": {
            // 20 slices of 10 ms for each variant in each pair of processes. More of both give narrower intervals: the defaults are 60 slices and up to 24 pairs.
            "slices": 20,
            "slice": "10ms",
            "warmUpCap": "2s",
            // One look, after six pairs: the fewest that can be judged.
            "looks": [6],
          },

          // Lists multiply: two loads under two pressures are four comparisons.
          "experiments": [
            {
              "name": "price-lookup",
              "workload": "price-lookup",
              // Ratios divide by the baseline; each candidate is compared with it.
              "baseline": "task",
              "candidates": ["value-task"],
              // One thread. "asyncload list loads" names the others: "parallelFor", "closedLoop", "openLoop", …
              "loads": ["sequential"],
              // The heap to itself, or beside 50 MB of old objects. "asyncload list pressures" names the others.
              "pressures": ["calm", "old-heap"],
              "gates": [
                // A gate that does not hold ends the run with exit code 2. Bytes are counted, not sampled.
                { "metric": "bytesPerOperation", "variant": "value-task", "max": 0 },
              ],
            },
          ],
        }

        """;

    private const string Source = """
        using AsyncLoad.Workloads;

        // What this assembly offers; nothing is scanned for.
        [assembly: AsyncLoadWorkloads(typeof(MyWorkloads.PriceLookup))]

        namespace MyWorkloads;

        /// <summary>Looks up a price that is nearly always there already. All variants do the same job and return the same value.</summary>
        public sealed class PriceLookup : Workload
        {
            /// <inheritdoc />
            public override string Id => "price-lookup";

            /// <inheritdoc />
            public override string Summary => "looks up a price that is there already";

            /// <inheritdoc />
            public override IReadOnlyList<Variant> Variants { get; } =
            [
                new("task", "an async method that returns Task", "Task<decimal>"),
                new("value-task", "the same that returns ValueTask", "ValueTask<decimal>"),
            ];

            // Asked once for each worker, before anything is measured. What the delegate does is the operation.
            /// <inheritdoc />
            public override Operation CreateOperation(string variant, Arguments arguments)
            {
                var prices = new Prices();
                return variant == "task" ? Operation.FromTask(() => prices.FindTask(7)) : Operation.FromValueTask(() => prices.FindValueTask(7));
            }
        }

        /// <summary>Put your own code here.</summary>
        public sealed class Prices
        {
            private readonly Dictionary<int, decimal> known = new() { [7] = 9.75m };

            /// <summary>Allocates a task with the result of every call, though none of them waits.</summary>
            public async Task<decimal> FindTask(int product) => known.TryGetValue(product, out var price) ? price : await LoadAsync();

            /// <summary>Allocates only where it waits.</summary>
            public async ValueTask<decimal> FindValueTask(int product) => known.TryGetValue(product, out var price) ? price : await LoadAsync();

            private static async Task<decimal> LoadAsync()
            {
                await Task.Delay(1);
                return 0;
            }
        }

        """;

    /// <summary>Name and content of each file, the profile first.</summary>
    /// <param name="version">Version of this program, which is that of the package with the contract.</param>
    public static IReadOnlyList<(string Name, string Content)> All(string version) =>
    [
        ("profile.json", Profile), ("profile.schema.json", SchemaCommand.Text("profile") + "\n"), ("MyWorkloads.csproj", Project(version)), ("PriceLookup.cs", Source),
    ];

    private static string Project(string version) => $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <Nullable>enable</Nullable>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
          <!-- asyncload builds against the contract that it brings along, so no package source is needed. -->
          <ItemGroup Condition="'$(AsyncLoadContract)' != ''">
            <Reference Include="$(AsyncLoadContract)" Private="false" />
          </ItemGroup>
          <!-- An editor, or dotnet build, takes it from the package. -->
          <ItemGroup Condition="'$(AsyncLoadContract)' == ''">
            <PackageReference Include="AsyncLoad.Workloads" Version="{version}" />
          </ItemGroup>
        </Project>

        """;
}
