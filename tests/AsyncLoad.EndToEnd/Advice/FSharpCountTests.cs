using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>A service in F# that counts its own bytes: <c>task { }</c> expressions of members, functions and generic ones, recorded by the program.</summary>
public sealed class FSharpCountTests(CountedInFSharp service) : IClassFixture<CountedInFSharp>
{
    // As in BlameTests: all but one of ten thousand.
    private const double Stretched = 2;

    // Sizes on x64: 72 B for a task of a reference, 80 B for one of a decimal.
    public static TheoryData<string, string, int, int> Rows => new()
    {
        { "Store.NameAsync(int)", "completesSynchronously", 72, 2 },
        { "Store.PassAsync(int)", "completesSynchronously", 72, 1 },
        { "Prices.priceOf(int)", "completesSynchronously", 80, 1 },
        { "Prices.keep<T>(T, int)", "completesSynchronously", 72, 1 },
        { "Prices.made(int)", "completesSynchronously", 72, 1 },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void Bytes_go_to_the_expression_that_makes_them(string method, string finding, int bytesPerCall, int calls) =>
        AssertHolds(Only(method, finding).Allocated, (double)bytesPerCall * calls * CountedInFSharp.Calls, method);

    [Fact]
    public void The_box_of_an_expression_that_suspends_has_the_size_that_it_takes()
    {
        var advice = Only("Prices.load(int)", "suspends");

        AssertHolds(advice.Allocated, service.BoxBytes * CountedInFSharp.Calls, advice.ToString());
        Assert.Contains("IcedTasks", advice.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void The_service_allocates_what_the_rows_say() => Assert.Equal(
        1,
        service.Run.Bytes / ((Rows.Sum(row => (double)row.Data.Item3 * row.Data.Item4) + service.BoxBytes) * CountedInFSharp.Calls),
        0.01);

    [Fact]
    public void The_account_is_complete()
    {
        var account = service.Run.Advice.Account;

        AssertHolds(account.AsyncMethods, ((Rows.Sum(row => (double)row.Data.Item3 * row.Data.Item4) - 72) * CountedInFSharp.Calls) + (service.BoxBytes * CountedInFSharp.Calls), "async methods");
        AssertHolds(account.Tasks, 72.0 * CountedInFSharp.Calls, "tasks");
        Assert.InRange((account.AsyncCosts.Bytes + account.Other.Bytes) / service.Run.SampledBytes, 0, 0.01);
    }

    [Fact]
    public void Nothing_else_is_named() => Assert.Equal(Rows.Count + 1, service.Run.Advice.Methods.Count);

    private PrintedAdvice Only(string method, string finding)
    {
        var found = service.Run.Advice.Methods.Where(advice => advice.Method == method).ToList();
        Assert.True(found is [{ Finding: var only }] && only == finding, $"{method}: {string.Join('\n', service.Run.Advice.Methods)}");
        return found[0];
    }

    private static void AssertHolds(PrintedEstimate estimate, double truth, string what) => Assert.True(
        truth >= estimate.Bytes - (Stretched * (estimate.Bytes - estimate.Low)) && truth <= estimate.Bytes + (Stretched * (estimate.High - estimate.Bytes)),
        string.Create(CultureInfo.InvariantCulture, $"{what}: {truth:0} B, not {estimate.Bytes:0} [{estimate.Low:0}, {estimate.High:0}]"));
}

/// <summary>One session on the service, which is built here.</summary>
public sealed class CountedInFSharp : IAsyncLifetime
{
    /// <summary>Calls of each in a session.</summary>
    public const int Calls = 1_000_000;

    private const int CountedCalls = 100_000;

    internal BlamedService Run { get; private set; } = null!;

    /// <summary>What one call that suspends allocates, by the service's own count.</summary>
    public double BoxBytes { get; private set; }

    public async ValueTask InitializeAsync()
    {
        using var sandbox = new Sandbox();
        using var elsewhere = new Sandbox();
        elsewhere.Write("Counted.fsproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><Compile Include="Counted.fs" /></ItemGroup>
            </Project>
            """);
        elsewhere.Write("Counted.fs", Source);
        using (var build = RunningProgram.Start(elsewhere, Repository.Muxer, ["build", "Counted.fsproj", "-c", "Release", "-o", "built", "--nologo", "-v", "quiet"])) (await build.EndAsync()).Expect(0);
        var assembly = elsewhere.At("built/Counted.dll");
        await using (var alone = CountedServices.Start(assembly, elsewhere.Temporary))
        {
            await alone.CallAsync("load", CountedCalls);
            BoxBytes = Math.Round(await alone.CallAsync("load", CountedCalls) / (double)CountedCalls);
        }

        Run = await BlamedServices.RecordAsync("all", new BlameLoad(WarmUp: 2_000, Calls, Session: "12s"), assembly, sandbox, elsewhere);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    // Loops over a task that is awaited allocate nothing themselves.
    private const string Source = """
        namespace Counted

        open System
        open System.Collections.Generic
        open System.Diagnostics.Tracing
        open System.Runtime.CompilerServices
        open System.Threading.Tasks

        type Store() =
            let names = Array.init 64 (fun number -> sprintf "name %d" number)

            [<MethodImpl(MethodImplOptions.NoInlining)>]
            member _.NameAsync(id: int) : Task<string> = task {
                if id < 0 then do! Task.Yield()
                return names[id &&& 63]
            }

            member this.PassAsync(id: int) : Task<string> = task {
                let! name = this.NameAsync id
                return (if name.Length > 99 then "" else name)
            }

        module Prices =
            let private kept = "kept"

            let priceOf (id: int) : Task<decimal> = task {
                if id < 0 then do! Task.Yield()
                return decimal id
            }

            [<MethodImpl(MethodImplOptions.NoInlining)>]
            let keep<'T> (value: 'T) (id: int) : Task<'T> = task {
                if id < 0 then do! Task.Yield()
                return value
            }

            // Without it the compilers of F# and of the runtime put its code into whichever method calls it.
            [<MethodImpl(MethodImplOptions.NoInlining)>]
            let made (id: int) : Task<string> = Task.FromResult(if id < 0 then "" else kept)

            let load (id: int) : Task<int> = task {
                do! Task.Yield()
                return id + 1_000
            }

        module Program =
            let private store = Store()

            let private ofNames (call: int -> Task<string>) (calls: int) : Task<int64> = task {
                let mutable sum = 0L
                for id in 0 .. calls - 1 do
                    let! name = call id
                    sum <- sum + int64 name.Length
                return sum
            }

            let private ofPrices (calls: int) : Task<int64> = task {
                let mutable sum = 0L
                for id in 0 .. calls - 1 do
                    let! price = Prices.priceOf id
                    sum <- sum + int64 price
                return sum
            }

            let private ofLoads (calls: int) : Task<int64> = task {
                let mutable sum = 0L
                for id in 0 .. calls - 1 do
                    let! number = Prices.load id
                    sum <- sum + int64 number
                return sum
            }

            let private services = Dictionary<string, int -> Task<int64>>()
            services["name"] <- ofNames store.NameAsync
            services["pass"] <- ofNames store.PassAsync
            services["price"] <- ofPrices
            services["keep"] <- ofNames (Prices.keep "kept")
            services["made"] <- ofNames Prices.made
            services["load"] <- ofLoads

            let private call (name: string) (calls: int) =
                if name = "all" then
                    for service in [ "name"; "pass"; "price"; "keep"; "made"; "load" ] do
                        services[service] calls |> fun running -> running.GetAwaiter().GetResult() |> ignore
                else
                    (services[name] calls).GetAwaiter().GetResult() |> ignore

            let private isSampled () =
                let runtime = EventSource.GetSources() |> Seq.find (fun source -> source.Name = "Microsoft-Windows-DotNETRuntime")
                runtime.IsEnabled(EventLevel.Informational, LanguagePrimitives.EnumOfValue<int64, EventKeywords> 0x80000000000L)

            [<EntryPoint>]
            let main _ =
                let mutable line = Console.ReadLine()
                while not (isNull line) do
                    if line = "sampled" then
                        Console.WriteLine(if isSampled () then "true" else "false")
                    else
                        let words = line.Split ' '
                        let before = GC.GetTotalAllocatedBytes true
                        call words[0] (int words[1])
                        let bytes = GC.GetTotalAllocatedBytes true - before
                        Console.WriteLine("{\"Calls\":" + words[1] + ",\"Bytes\":" + string bytes + "}")
                    line <- Console.ReadLine()
                0
        """;
}
