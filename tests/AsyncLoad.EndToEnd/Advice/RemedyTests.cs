using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>That a remedy is one that compiles and helps: contracts of other assemblies, closures and methods that pass a task on, in services that count their own bytes.</summary>
public class RemedyTests(RecordedServices services) : IClassFixture<RecordedServices>
{
    // An interval covers in 95 % of all cases; one that is stretched to twice its width, in all but one of ten thousand.
    private const double Stretched = 2;

    // Sizes on x64: 72 B for a task of a reference, 24 B for a closure over an int. Delegates that go no further than Array.Find lie on the stack.
    public static TheoryData<string, string, int, string, string> Rows => new()
    {
        { "bound", "Store.LoadAsync(int)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "AskHandler.HandleAsync(Ask)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "Computing.ComputeAsync(int)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "Doing.DoAsync(string)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "Explicit.ISaidStore.LoadAsync(int)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "Made.MakeAsync(int)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "SaidReader.ReadAsync(int)", 72, "conditional", "Return ValueTask<string>" },
        { "bound", "Other.OtherAsync(int)", 72, "recommended", "Return ValueTask<string>" },
        { "bound", "RepositoryBase<T>.GetAsync(int)", 72, "recommended", "Return ValueTask<T>" },
        { "captures", "Captures.CachedAsync(int)", 24, "conditional", "Move the path with the expression tree" },
        { "captures", "Captures.FilteredAsync(int)", 24, "conditional", "Move the path with the lambda" },
        { "captures", "Captures.AlwaysFilteredAsync(int)", 24, "conditional", "Write code without a lambda" },
        { "captures", "Captures.SlowLocalAsync(int)", 24, "recommended", "Only a local function captures" },
        { "captures", "Captures.ScopedAsync(int)", 24, "conditional", "Move the path with the lambda" },
        { "passing", "Passing.PassAsync(int)", 72, "recommended", "Return the task of Passing.FindAsync(int) itself" },
        { "passing", "Passing.PassConfiguredAsync(int)", 72, "recommended", "Return the task of Passing.FindAsync(int) itself" },
        { "passing", "Passing.PassGuardedAsync(int)", 72, "recommended", "Return ValueTask<string>" },
        { "passing", "Passing.FindAsync(int)", 3 * 72, "conditional", "Return ValueTask<string>" },
    };

    [Theory]
    [MemberData(nameof(Rows))]
    public void A_remedy_fits_the_method_and_promises_its_own_bytes(string service, string method, int bytesPerCall, string weight, string remedy)
    {
        var run = services[service];
        var advice = Assert.Single(run.Advice.Methods, advice => advice.Method == method);
        var truth = (double)bytesPerCall * RecordedServices.Calls;

        Assert.Equal(weight, advice.Weight);
        Assert.StartsWith(remedy, advice.Remedy, StringComparison.Ordinal);
        AssertHolds(advice.Allocated.Bytes, advice.Allocated.Low, advice.Allocated.High, truth, advice.ToString());
        AssertHolds(advice.Removable!.Estimate, advice.Removable.Low, advice.Removable.High, truth / run.Advice.Seconds, advice.ToString());
    }

    [Theory]
    [InlineData("bound", 9)]
    [InlineData("captures", 5)]
    [InlineData("passing", 4)]
    public void Nothing_else_is_named(string service, int methods) => Assert.Equal(methods, services[service].Advice.Methods.Count);

    [Theory]
    [InlineData("bound")]
    [InlineData("captures")]
    [InlineData("passing")]
    public void The_services_allocate_what_the_rows_say(string service) =>
        Assert.Equal(1, services[service].Bytes / (double)(Rows.Where(row => row.Data.Item1 == service).Sum(row => row.Data.Item3) * (long)RecordedServices.Calls), 0.01);

    private static void AssertHolds(double estimate, double low, double high, double truth, string what) => Assert.True(
        truth >= estimate - (Stretched * (estimate - low)) && truth <= estimate + (Stretched * (high - estimate)),
        string.Create(CultureInfo.InvariantCulture, $"{what}: {truth:0}, not {estimate:0} [{low:0}, {high:0}]"));
}

/// <summary>One session on each of the services.</summary>
public sealed class RecordedServices : IAsyncLifetime
{
    /// <summary>Calls in a session, each of up to nine methods: a hundred samples for the smallest row.</summary>
    public const int Calls = 500_000;

    private readonly Dictionary<string, BlamedService> runs = new(StringComparer.Ordinal);

    internal BlamedService this[string service] => runs[service];

    public async ValueTask InitializeAsync()
    {
        foreach (var service in (string[])["bound", "captures", "passing"])
        {
            using var sandbox = new Sandbox();
            using var elsewhere = new Sandbox();
            runs.Add(service, await BlamedServices.RecordAsync(service, Repository.CountedServices, sandbox, elsewhere, Calls));
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;
}
