using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>Services in other languages than C#, built and recorded here: their compilers make state machines of their own.</summary>
/// <remarks>A thousand calls are under way at once: were each waited for, a busy machine would leave a recording too few samples.</remarks>
public sealed class LanguageAdviceTests : IDisposable
{
    private readonly Sandbox sandbox = new();
    private readonly Sandbox elsewhere = new();

    public LanguageAdviceTests() => HostProcesses.Require();

    public void Dispose()
    {
        sandbox.Dispose();
        elsewhere.Dispose();
    }

    [Fact]
    public async Task Task_expressions_of_FSharp_are_found_and_weighed()
    {
        elsewhere.Write("Stock.fsproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup>
              <ItemGroup><Compile Include="Stock.fs" /></ItemGroup>
            </Project>
            """);
        elsewhere.Write("Stock.fs", """
            module Shop.Stock

            open System.Threading
            open System.Threading.Tasks

            let load (id: int) : Task<int> = task {
                do! Task.Yield()
                return id + 1_000
            }

            let price (id: int) : Task<decimal> = task {
                if id < 0 then do! Task.Yield()
                return decimal id
            }

            let total (id: int) : Task<decimal> = task {
                let! one = price id
                let! other = load id
                return one + decimal other
            }

            [<EntryPoint>]
            let main _ =
                let calls: Task<decimal>[] = Array.zeroCreate 1_000
                let mutable sum = 0M
                let mutable round = 0
                while sum >= 0M do
                    for id in 0 .. calls.Length - 1 do calls[id] <- total id
                    for id in 0 .. calls.Length - 1 do sum <- sum + calls[id].Result
                    Thread.Sleep 20
                    round <- round + 1
                    if round = 100 then System.IO.File.WriteAllText("warm", "")
                0
            """);

        var report = await AdviceAsync("Stock.fsproj");

        Assert.Equal(["Stock.load(int) suspends", "Stock.price(int) completesSynchronously", "Stock.total(int) suspends"], Findings(report));
        Assert.True(report.Methods.Sum(advice => advice.Share) > 0.9);
        Assert.Contains("IcedTasks", Only(report, "Stock.price(int)").Remedy, StringComparison.Ordinal);
        // Awaited at once, by the only caller.
        Assert.Equal("recommended", Only(report, "Stock.price(int)").Weight);
    }

    [Fact]
    public async Task Async_functions_of_Visual_Basic_are_found_and_weighed()
    {
        elsewhere.Write("Stock.vbproj", """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>""");
        elsewhere.Write("Stock.vb", """
            Imports System.Threading
            Imports System.Threading.Tasks

            Namespace Global.Shop
                Public Module Stock
                    Public Async Function Load(id As Integer) As Task(Of Integer)
                        Await Task.Yield()
                        Return id + 1000
                    End Function

                    Public Async Function Price(id As Integer) As Task(Of Decimal)
                        If id < 0 Then Await Task.Yield()
                        Return CDec(id)
                    End Function

                    Public Async Function Total(id As Integer) As Task(Of Decimal)
                        ' What stands on the stack at an Await is boxed: each has a local.
                        Dim one = Await Price(id)
                        Dim other = Await Load(id)
                        Return one + other
                    End Function

                    Public Sub Main()
                        Dim calls(999) As Task(Of Decimal)
                        Dim sum As Decimal = 0D
                        Dim round = 0
                        While sum >= 0D
                            For id = 0 To calls.Length - 1
                                calls(id) = Total(id)
                            Next
                            For id = 0 To calls.Length - 1
                                sum += calls(id).Result
                            Next
                            Thread.Sleep(20)
                            round += 1
                            If round = 100 Then IO.File.WriteAllText("warm", "")
                        End While
                    End Sub
                End Module
            End Namespace
            """);

        var report = await AdviceAsync("Stock.vbproj");

        Assert.Equal(["Stock.Load(int) suspends", "Stock.Price(int) completesSynchronously", "Stock.Total(int) suspends"], Findings(report));
        Assert.True(report.Methods.Sum(advice => advice.Share) > 0.9);
        Assert.Equal("recommended", Only(report, "Stock.Price(int)").Weight);
        Assert.Contains("ValueTask(Of T)", Only(report, "Stock.Price(int)").Remedy, StringComparison.Ordinal);
        Assert.Equal(("nothing", null), (Only(report, "Stock.Load(int)").Weight, Only(report, "Stock.Load(int)").Remedy));
    }

    [Fact]
    public async Task Methods_of_runtime_async_are_found_and_no_remedy_of_state_machines_is_offered()
    {
        elsewhere.Write("Stock.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <OutputType>Exe</OutputType>
                <TargetFramework>net10.0</TargetFramework>
                <EnablePreviewFeatures>true</EnablePreviewFeatures>
                <Features>$(Features);runtime-async=on</Features>
                <NoWarn>$(NoWarn);SYSLIB5007</NoWarn>
              </PropertyGroup>
            </Project>
            """);
        elsewhere.Write("Stock.cs", """
            using System.Threading;
            using System.Threading.Tasks;

            namespace Shop;

            public static class Stock
            {
                public static void Main()
                {
                    var calls = new Task<decimal>[1_000];
                    var sum = 0M;
                    for (var round = 1; sum >= 0; round++)
                    {
                        for (var id = 0; id < calls.Length; id++) calls[id] = TotalAsync(id);
                        for (var id = 0; id < calls.Length; id++) sum += calls[id].Result;
                        Thread.Sleep(20);
                        if (round == 100) System.IO.File.WriteAllText("warm", "");
                    }
                }

                private static async Task<decimal> TotalAsync(int id) => await PriceAsync(id) + await LoadAsync(id);

                private static async Task<decimal> PriceAsync(int id)
                {
                    if (id < 0) await Task.Yield();
                    return id;
                }

                private static async Task<int> LoadAsync(int id)
                {
                    await Task.Yield();
                    return id + 1_000;
                }
            }
            """);

        var report = await AdviceAsync("Stock.csproj", ("DOTNET_RuntimeAsync", "1"));

        // What completes makes no task here: it is awaited at once.
        Assert.Equal(["Stock.LoadAsync(int) suspends", "Stock.TotalAsync(int) suspends"], Findings(report));
        Assert.True(report.Methods.Sum(advice => advice.Share) > 0.75);
        Assert.All(report.Methods, advice => Assert.Equal(("nothing", null), (advice.Weight, advice.Remedy)));
        Assert.All(report.Methods, advice => Assert.Contains(advice.Check, check => check.StartsWith("ValueTask and the pooling builder save nothing", StringComparison.Ordinal)));
    }

    private async Task<PrintedReport> AdviceAsync(string project, params (string Name, string Value)[] environment)
    {
        using (var build = RunningProgram.Start(elsewhere, Repository.Muxer, ["build", project, "-c", "Release", "-o", "built", "--nologo", "-v", "quiet"])) (await build.EndAsync()).Expect(0);
        using var service = RunningProgram.Start(elsewhere, Repository.Muxer, [elsewhere.At("built/Stock.dll")], [("DOTNET_TC_CallCountingDelayMs", "0"), .. environment]);
        // Its methods reach their final code while it is not recorded.
        await Until.HoldsAsync(() => File.Exists(elsewhere.At("warm")), "the service is warm");
        return PrintedDigest.Parse((await Asyncload.RunAsync(sandbox, "analyze", "-p", service.Id.ToString(CultureInfo.InvariantCulture), "--duration", "5s", "--format", "json")).Expect(0).Output).Advice!;
    }

    private static IEnumerable<string> Findings(PrintedReport report) => report.Methods.Select(advice => $"{advice.Method} {advice.Finding}").Order(StringComparer.Ordinal);

    private static PrintedAdvice Only(PrintedReport report, string method) => Assert.Single(report.Methods, advice => advice.Method == method);
}
