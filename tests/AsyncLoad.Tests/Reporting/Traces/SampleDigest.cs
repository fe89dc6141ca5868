using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Collections;
using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Statistics;

namespace AsyncLoad.Tests.Reporting.Traces;

/// <summary>A digest of half a minute of a small service, made by hand: figures are plausible and fixed, every section has something to show.</summary>
internal static class SampleDigest
{
    public const double Seconds = 30;

    /// <summary>The digest; names that a trace brings along are <paramref name="name"/> if there is one.</summary>
    public static TraceDigest Create(string? name = null)
    {
        return new TraceDigest(
            Named("traces/orders.nettrace"),
            48_312_880,
            "nettrace 4",
            "asyncload",
            new TraceState(Truncated: true, null, 812_455, 1_204, 0.14),
            new TracedProcess(4_711, Named("dotnet Orders.dll --urls http://127.0.0.1:5000"), Named("10.0.12"), false, true, 2, new DateTimeOffset(2026, 3, 1, 12, 0, 0, TimeSpan.Zero), Seconds * 1e3),
            Gc(Collections(), Named("AllocSmall")),
            Allocation(Named),
            [new(Named("System.OperationCanceledException"), 1_840), new(Named("Orders.<b>OutOfStock</b>\u202EException"), 12)],
            new ContentionDigest(3_402, new PauseQuantiles(3_402, 812.4, 0.061, 1.92, 7.4, 48.1)),
            new ThreadPoolDigest(7, 2, 31),
            new CpuDigest(24_310, [new(Named("Orders.Pricing.Discounts.Apply(Orders.Order)"), 8_120, 9_004), new(Named("System.Text.Json.Utf8JsonWriter.WriteString(string)"), 2_031, 2_031)]),
            Advised(Named),
            [Named("Rundown of loaded modules was not recorded: record with --rundown true.")]);

        string Named(string ordinary) => name ?? ordinary;
    }

    /// <summary>Nothing but collections, as <c>dotnet-trace collect --profile gc-collect</c> records it.</summary>
    public static TraceDigest GcOnly() => Create() with
    {
        State = new TraceState(false, null, 4_120, 0, null),
        Allocation = null,
        Exceptions = null,
        Contention = null,
        ThreadPool = null,
        Cpu = null,
        Advice = null,
        Missing = ["Allocation was not recorded: add Microsoft-Windows-DotNETRuntime:0x80000000001:4."],
    };

    /// <summary>Allocation by AllocationTick, with stacks but nothing to advise.</summary>
    public static TraceDigest Ticks()
    {
        var digest = GcOnly();
        var allocation = Allocation(name => name);
        return digest with
        {
            Allocation = allocation with { Source = AllocationSource.Tick },
            Advice = new AdviceReport(Seconds, [], 0.01, 0, [], Account(0, 0, 0, 3_810)),
            Missing = [],
        };
    }

    /// <summary>480 collections: a heap that grows from one collection of generation 2 to the next.</summary>
    public static IReadOnlyList<TracedGc> Collections() => [.. Enumerable.Range(0, 480).Select(index =>
    {
        var (generation, kind) = index switch
        {
            _ when index % 120 == 119 => (2, "blocking"),
            _ when index % 40 == 39 => (2, "background"),
            _ when index % 8 == 7 => (1, "blocking"),
            _ => (0, "blocking"),
        };
        var pause = (generation, kind) switch { (2, "blocking") => 11.5 + (index % 7), (2, _) => 0.8, (1, _) => 1.1 + (index % 5 * 0.4), _ => 0.21 + (index * 37 % 100 / 150.0) };
        return new TracedGc(index + 1, generation, index % 160 == 159 ? "Induced" : "AllocSmall", kind, 120 + (index * 62.25), pause, 21 + ((index + 1) % 40 * 0.85), 0.4 + (generation * 6.1));
    })];

    private static GcDigest Gc(IReadOnlyList<TracedGc> collections, string reason)
    {
        var counts = collections
            .GroupBy(collection => (collection.Generation, collection.Reason, collection.Kind))
            .Select(group => new GcCount(group.Key.Generation, group.Key.Reason == "AllocSmall" ? reason : group.Key.Reason, group.Key.Kind, group.Count(), group.Sum(collection => collection.PauseMs)))
            .OrderByDescending(count => count.Count);
        var pauses = collections.Select(collection => collection.PauseMs).Order().ToArray();
        return new GcDigest(
            collections,
            [.. counts],
            new PauseQuantiles(pauses.Length, pauses.Sum(), Quantile.OfOrdered(pauses, 0.5), Quantile.OfOrdered(pauses, 0.95), Quantile.OfOrdered(pauses, 0.99), pauses[^1]),
            new PauseQuantiles(pauses.Length, 14.2, 0.021, 0.066, 0.31, 2.4),
            pauses.Sum() / (Seconds * 1e3),
            54.15,
            621.4);
    }

    private static AllocationDigest Allocation(Func<string, string> named) => new(
        AllocationSource.Sampled,
        Seconds,
        Estimate(3_810),
        [
            new(named("Task<decimal>"), Estimate(2_190), 80),
            new(named("byte[]"), Estimate(700), 4_120),
            new(named("Orders.Pricing.<PriceAsync>d__4<script>alert(1)</script>"), Estimate(511), 152),
            new(named("string"), Estimate(280), 61.4),
        ],
        [
            new(named("Task<decimal>"), Estimate(1_604), [named("Orders.Pricing.PriceAsync(string)"), named("Orders.Pricing.TotalAsync(Order)"), named("Orders.Api.Post(HttpContext)")]),
            new(named("byte[]"), Estimate(700), [.. Enumerable.Range(1, 15).Select(depth => named(FormattableString.Invariant($"Orders.Storage.Layer{depth}.Read(Span<byte>)")))]),
        ]);

    private static AdviceReport Advised(Func<string, string> named) => new(
        Seconds,
        [
            Advice(AdviceFinding.CompletesSynchronously, AdviceWeight.Recommended, named("Pricing.PriceAsync(string)"), 1_604, named) with
            {
                Namespace = named("Orders"), Source = new SourceLine(named("src/Orders/Pricing.cs"), 41),
            },
            Advice(AdviceFinding.CompletesSynchronously, AdviceWeight.Conditional, named("Stock.CountAsync(int)"), 586, named) with
            {
                Check = [named("Api.Post(HttpContext) stores the result in a field."), named("No caller awaits the result twice.")],
            },
            Advice(AdviceFinding.Closure, AdviceWeight.Recommended, named("Orders.Find(Func<Order, bool>)"), 90, named) with { Remedy = named("Pass the id as an argument and make the lambda static.") },
            Advice(AdviceFinding.Suspends, AdviceWeight.Nothing, named("Storage.SaveAsync(Order)"), 511, named) with
            {
                Because = named("Its state machine is boxed because it suspends; returning ValueTask would save nothing."), Remedy = null, Removable = null,
            },
            Advice(AdviceFinding.Delay, AdviceWeight.NotEnoughEvidence, named("Retry.WaitAsync()"), 4, named) with { Because = named("Four samples only."), Remedy = null, Removable = null },
        ],
        0.01,
        3,
        [named("Vendor.Codec.dll")],
        Account(1_694, 515, 586, 1_015, new MadeTasks(named("Stock.CountAsync(int)"), Estimate(586), [named("Stock.ReadAsync(int)")])));

    private static ByteAccount Account(long asyncMethods, long asyncCosts, long tasks, long other, params MadeTasks[] makers) =>
        new(Estimate(asyncMethods), Estimate(asyncCosts), Estimate(tasks), Estimate(0), Estimate(other), makers);

    private static Advice Advice(AdviceFinding warning, AdviceWeight weight, string method, long samples, Func<string, string> named)
    {
        var allocated = Estimate(samples);
        return new Advice(
            method,
            "",
            named("Orders.dll"),
            warning,
            weight,
            allocated,
            samples / 3_810.0,
            80,
            [named("Task<decimal>")],
            named("Its result is ready when it returns, and the builder wraps it into a Task each time."),
            named("Return ValueTask<decimal>."),
            new RateInterval(allocated.Bytes / Seconds, allocated.Low / Seconds, allocated.High / Seconds),
            []);
    }

    private static AllocationEstimate Estimate(long samples) => AllocationSampling.Estimate(samples, samples * 102_440.0, 0.95);
}
