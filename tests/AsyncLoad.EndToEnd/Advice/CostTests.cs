using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>What the framework allocates for async code: services that pay for one call of it each, count their own bytes, and do the same after the advice was taken.</summary>
public class CostTests(CostedServices services) : IClassFixture<CostedServices>
{
    // As in BlameTests: all but one of ten thousand.
    private const double Stretched = 2;

    // Bytes besides those of the calls, such as those of the loop that calls: a byte a call at most.
    private const double MostBesides = 1;

    private const string WithSource = "Costs.LimitWithSourceAsync(Task<int>)";

    // Sizes on x64, .NET 10. Beside these stand the boxes of the methods, and the sources and tasks of the loops.
    public static TheoryData<string, string, string, string, int> Rows => new()
    {
        { "wait", "waiter", "Costs.WaitAsync()", "nothing", 88 },
        { "link", "tokenSource", "Costs.LinkAsync()", "nothing", 80 },
        { "timed", "waitAsync", "Costs.TimedAsync(Task<int>)", "nothing", 200 },
        { "limit", "timeout", "Costs.LimitAsync(Task<int>)", "conditional", 256 },
        { "source", "tokenSource", "Costs.SourceAsync()", "conditional", 144 },
        { "continue", "continuation", "Costs.ContinueAsync(Task<int>)", "conditional", 120 },
        { "local", "asyncLocal", "Costs.LocalAsync(int)", "conditional", 72 },
        { "timer", "timer", "Costs.TimerAsync()", "conditional", 144 },
        { "read", "channel", "Costs.ReadAsync()", "conditional", 96 },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void Each_cost_is_charged_to_the_method_that_calls_for_it(string service, string finding, string method, string weight, int bytesPerCall)
    {
        var advice = Assert.Single(services.Costs.Advice.Methods, advice => advice.Method == method && advice.Finding == finding);

        AssertHolds(advice.Allocated, (double)bytesPerCall * CostedServices.Calls, $"{service}: {advice}");
        Assert.Equal(weight, advice.Weight);
        Assert.Equal(weight == "nothing", advice.Removable is null);
    }

    [Fact]
    public void What_a_time_limit_with_a_source_costs_is_charged_to_the_method_as_limit_and_as_source()
    {
        var advice = services.Costs.Advice.Methods.Where(advice => advice.Method == WithSource && advice.Finding is "timeout" or "tokenSource").ToList();
        var sum = new PrintedEstimate(0, advice.Sum(one => one.Allocated.Bytes), advice.Sum(one => one.Allocated.Low), advice.Sum(one => one.Allocated.High));

        // Of the delay 88 B, its timer 96, the combined task 88; of the source 64, its registrations 64 and 80, what a task that is cancelled has besides 80.
        AssertHolds(sum, 560.0 * CostedServices.Calls, string.Join('\n', advice));
        Assert.Equal(["timeout", "tokenSource"], advice.Select(one => one.Finding).Order(StringComparer.Ordinal));
        Assert.All(advice, one => Assert.Contains("WaitAsync(timeout", one.Remedy, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("wait", 104)]
    [InlineData("link", 112)]
    [InlineData("timed", 104 + 96)]
    [InlineData("limit", 112 + 96 + 32)]
    [InlineData("source", 104)]
    [InlineData("continue", 104 + 96)]
    [InlineData("local", 96)]
    [InlineData("timer", 104)]
    [InlineData("read", 112)]
    public void A_service_allocates_what_its_row_says_and_the_box_and_the_source_that_it_needs(string service, int others) =>
        Assert.Equal(Rows.Single(row => row.Data.Item1 == service).Data.Item5 + others, services.BytesPerCall(service), MostBesides);

    [Theory]
    [InlineData("limit")]
    [InlineData("source")]
    [InlineData("continue")]
    [InlineData("local")]
    [InlineData("timer")]
    [InlineData("read")]
    [InlineData("limit-source")]
    public void The_remedy_saves_what_was_promised(string service)
    {
        var saved = services.BytesPerCall(service) - services.BytesPerCall($"{service}-saved");

        AssertHolds(Promised(service), saved * CostedServices.Calls, service);
    }

    [Fact]
    public void All_costs_stand_in_the_account_and_it_is_complete()
    {
        var account = services.Costs.Advice.Account;
        var parts = new[] { account.AsyncMethods, account.AsyncCosts, account.Tasks, account.Packages, account.Other };

        Assert.Equal(1, parts.Sum(part => part.Bytes) / services.Costs.SampledBytes, 0.0001);
        Assert.InRange(account.Other.Bytes / services.Costs.SampledBytes, 0, 0.01);
    }

    // Of all findings of a service that have a remedy, its boxes aside.
    private PrintedEstimate Promised(string service)
    {
        var method = service == "limit-source" ? WithSource : Rows.Single(row => row.Data.Item1 == service).Data.Item3;
        var removable = services.Costs.Advice.Methods.Where(advice => advice.Method == method && advice.Finding != "suspends").Select(advice => advice.Removable).OfType<PrintedRate>().ToList();
        var seconds = services.Costs.Advice.Seconds;
        return new PrintedEstimate(0, removable.Sum(rate => rate.Estimate) * seconds, removable.Sum(rate => rate.Low) * seconds, removable.Sum(rate => rate.High) * seconds);
    }

    private static void AssertHolds(PrintedEstimate estimate, double truth, string what) => Assert.True(
        truth >= estimate.Bytes - (Stretched * (estimate.Bytes - estimate.Low)) && truth <= estimate.Bytes + (Stretched * (estimate.High - estimate.Bytes)),
        string.Create(CultureInfo.InvariantCulture, $"{what}: {truth:0} B, not {estimate.Bytes:0} [{estimate.Low:0}, {estimate.High:0}]"));
}

/// <summary>One session on all of them, and each alone.</summary>
public sealed class CostedServices : IAsyncLifetime
{
    /// <summary>Calls in the session, of each: a hundred samples and more for the smallest row.</summary>
    public const int Calls = 150_000;

    private const int CallsAlone = 50_000;

    private static readonly string[] Remedied = ["limit", "limit-source", "source", "continue", "local", "timer", "read"];

    private readonly Dictionary<string, double> alone = new(StringComparer.Ordinal);
    private BlamedService? costs;

    internal BlamedService Costs => costs ?? throw new InvalidOperationException("the run has not ended");

    public async ValueTask InitializeAsync()
    {
        using var sandbox = new Sandbox();
        using var elsewhere = new Sandbox();
        await using (var process = CountedServices.Start(Repository.CountedServices, elsewhere.Temporary))
        {
            foreach (var service in (string[])["wait", "link", "timed", .. Remedied, .. Remedied.Select(service => $"{service}-saved")])
            {
                // What grows once, such as the queue of the pool, has grown in the first round.
                await process.CallAsync(service, CallsAlone);
                alone.Add(service, (double)await process.CallAsync(service, CallsAlone) / CallsAlone);
            }
        }

        costs = await BlamedServices.RecordAsync("costs", new BlameLoad(WarmUp: 500, Calls, Session: "20s"), Repository.CountedServices, sandbox, elsewhere);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    internal double BytesPerCall(string service) => alone[service];
}
