using System.Globalization;
using System.Text.Json.Nodes;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>That bytes go to the method that makes them, also where the compiler at run time put its code into its caller's: services that count their own bytes, recorded by the program.</summary>
public class BlameTests(BlamedServices services) : IClassFixture<BlamedServices>
{
    // An interval covers in 95 % of all cases; one that is stretched to twice its width, in all but one of ten thousand.
    private const double Stretched = 2;

    // Sizes on x64: 72 B for a task of a reference, 80 B for one of a decimal.
    public static TheoryData<string, string, int> Rows => new()
    {
        { "pass", "PassThrough.GetNameAsync(int)", 72 },
        { "pass", "Names.NameAsync(int)", 72 },
        { "two", "Names.NameAsync(int)", 72 },
        { "two", "Names.NickAsync(int)", 72 },
        { "two", "Names.PriceAsync(int)", 80 },
        { "forward", "Names.NickAsync(int)", 72 },
        { "orders", "Orders.ProcessAsync(Order)", 72 },
        { "orders", "OrderStore.SaveAsync(Order)", 72 },
        { "orders", "OrderStore.ValidateAsync(Order)", 80 },
        { "orders", "OrderStore.GetAsync(int)", 72 },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void Bytes_go_to_the_method_that_makes_them(string service, string method, int bytesPerCall)
    {
        var advice = Assert.Single(services[service].Advice.Methods, advice => advice.Method == method);

        AssertHolds(advice.Allocated, (double)bytesPerCall * BlamedServices.Calls, advice.ToString());
        Assert.Equal("completesSynchronously", advice.Finding);
    }

    [Theory]
    [MemberData(nameof(Rows))]
    public void What_is_promised_is_what_the_method_makes(string service, string method, int bytesPerCall)
    {
        var run = services[service];
        var removable = Assert.Single(run.Advice.Methods, advice => advice.Method == method).Removable!;
        var seconds = run.Advice.Seconds;

        AssertHolds(new PrintedEstimate(0, removable.Estimate * seconds, removable.Low * seconds, removable.High * seconds), (double)bytesPerCall * BlamedServices.Calls, method);
    }

    [Theory]
    [InlineData("pass", 2)]
    [InlineData("two", 3)]
    [InlineData("forward", 1)]
    [InlineData("orders", 4)]
    public void Nothing_else_is_named(string service, int methods) => Assert.Equal(methods, services[service].Advice.Methods.Count);

    [Theory]
    [InlineData("pass")]
    [InlineData("two")]
    [InlineData("forward")]
    [InlineData("orders")]
    public void The_services_allocate_what_the_rows_say(string service) =>
        Assert.Equal(1, services[service].Bytes / (double)(Rows.Where(row => row.Data.Item1 == service).Sum(row => row.Data.Item3) * (long)BlamedServices.Calls), 0.01);

    [Theory]
    [InlineData("pass", 0.5, 0.5)]
    [InlineData("two", 0, 1)]
    [InlineData("forward", 0, 1)]
    [InlineData("orders", 224.0 / 296, 72.0 / 296)]
    public void The_account_is_complete_and_tells_async_methods_from_others(string service, double asyncMethods, double tasks)
    {
        var account = services[service].Advice.Account;
        var parts = new[] { account.AsyncMethods, account.AsyncCosts, account.Tasks, account.Packages, account.Other };

        Assert.Equal(1, parts.Sum(part => part.Bytes) / services[service].SampledBytes, 0.0001);
        AssertHolds(account.AsyncMethods, asyncMethods * services[service].Bytes, "async methods");
        AssertHolds(account.Tasks, tasks * services[service].Bytes, "tasks");
        Assert.InRange((account.AsyncCosts.Bytes + account.Other.Bytes) / services[service].SampledBytes, 0, 0.01);
    }

    [Fact]
    public async Task A_package_is_summed_apart_with_the_call_that_leads_to_it()
    {
        using var sandbox = new Sandbox();
        using var elsewhere = new Sandbox();
        var run = await BlamedServices.RecordAsync("borrow", Packaged(elsewhere), sandbox, elsewhere);

        Assert.Equal(["Lender.HandOutAsync(int)", "Lender.LendAsync(int)"], run.Advice.Methods.Select(advice => advice.Method).Order(StringComparer.Ordinal));
        Assert.All(run.Advice.Methods, advice =>
        {
            Assert.Equal(("package", null, "Borrower.UseAsync(int)"), (advice.Weight, advice.Removable, advice.CalledFrom));
            Assert.StartsWith("BorrowedNames ", advice.Package, StringComparison.Ordinal);
            AssertHolds(advice.Allocated, 72.0 * BlamedServices.Calls, advice.Method);
        });
        AssertHolds(run.Advice.Account.Packages, run.Bytes, "packages");
    }

    // The services, as a build has them that takes one of their assemblies out of a package.
    private static string Packaged(Sandbox sandbox)
    {
        var folder = sandbox.Copy(Path.GetDirectoryName(Repository.CountedServices)!, "services");
        var dependencies = Path.Combine(folder, "CountedServices.deps.json");
        var content = JsonNode.Parse(File.ReadAllText(dependencies))!;
        content["libraries"]!.AsObject().Single(library => library.Key.StartsWith("BorrowedNames/", StringComparison.Ordinal)).Value!["type"] = "package";
        File.WriteAllText(dependencies, content.ToJsonString());
        return Path.Combine(folder, "CountedServices.dll");
    }

    private static void AssertHolds(PrintedEstimate estimate, double truth, string what) => Assert.True(
        truth >= estimate.Bytes - (Stretched * (estimate.Bytes - estimate.Low)) && truth <= estimate.Bytes + (Stretched * (estimate.High - estimate.Bytes)),
        string.Create(CultureInfo.InvariantCulture, $"{what}: {truth:0} B, not {estimate.Bytes:0} [{estimate.Low:0}, {estimate.High:0}]"));
}

/// <summary>One session on each of the counted services.</summary>
public sealed class BlamedServices : IAsyncLifetime
{
    /// <summary>Calls in a session: two thousand samples for the smallest row, beside which what a runtime allocates for itself is well below one percent.</summary>
    public const int Calls = 3_000_000;

    private const int WarmUps = 40;
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    private readonly Dictionary<string, BlamedService> runs = new(StringComparer.Ordinal);

    internal BlamedService this[string service] => runs[service];

    public async ValueTask InitializeAsync()
    {
        foreach (var service in (string[])["pass", "two", "forward", "orders"])
        {
            using var sandbox = new Sandbox();
            using var elsewhere = new Sandbox();
            runs.Add(service, await RecordAsync(service, Repository.CountedServices, sandbox, elsewhere));
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    /// <summary>Load on a session, both edges quiet.</summary>
    internal static Task<BlamedService> RecordAsync(string service, string assembly, Sandbox sandbox, Sandbox elsewhere, int calls = Calls) =>
        RecordAsync(service, new BlameLoad(WarmUp: 5_000, calls, Session: "10s"), assembly, sandbox, elsewhere);

    /// <summary>The same with a load of another size.</summary>
    internal static async Task<BlamedService> RecordAsync(string service, BlameLoad load, string assembly, Sandbox sandbox, Sandbox elsewhere)
    {
        await using var process = CountedServices.Start(assembly, elsewhere.Temporary, load.Dotnet);
        for (var round = 0; round < WarmUps; round++)
        {
            await process.CallAsync(service, load.WarmUp);
            await Task.Delay(Step, TestContext.Current.CancellationToken);
        }

        var analyzing = Asyncload.RunAsync(sandbox, "analyze", "--process-id", process.ProcessId.ToString(CultureInfo.InvariantCulture), "--duration", load.Session, "--format", "json");
        while (!await process.IsSampledAsync())
        {
            if (analyzing.IsCompleted) throw new InvalidOperationException($"no session began: {(await analyzing).Error}");
            await Task.Delay(Step, TestContext.Current.CancellationToken);
        }

        var (bytes, end) = (await process.CallAsync(service, load.Calls), TimeProvider.System.GetUtcNow());
        var digest = PrintedDigest.Parse((await analyzing).Expect(0).Output).Expect(end);
        return new BlamedService(bytes, digest.Allocation!.Total.Bytes, digest.Advice!);
    }
}

/// <summary>How a service is called.</summary>
/// <param name="WarmUp">Calls of each round before the session.</param>
/// <param name="Calls">Calls in the session.</param>
/// <param name="Session">How long it lasts.</param>
internal sealed record BlameLoad(int WarmUp, int Calls, string Session)
{
    /// <summary>The program that starts the service; null for the one that runs these tests.</summary>
    public string? Dotnet { get; init; }
}

/// <summary>What a service did, and what was said of it.</summary>
/// <param name="Bytes">All that the process allocated under load, exactly.</param>
/// <param name="SampledBytes">What was sampled.</param>
/// <param name="Advice">What was said.</param>
internal sealed record BlamedService(long Bytes, double SampledBytes, PrintedReport Advice);
