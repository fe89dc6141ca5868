using AsyncLoad.Testing;
using ConsoleTests;

var stock = Measurement.Of(typeof(RemoteStockWorkload).Assembly, "remote-stock");
if (stock.Refusal is { } refusal)
{
    Console.WriteLine($"skipped: {refusal}");
    return 0;
}

var pair = await stock.CompareAsync("task", "pooled");
(string Name, Action Expect)[] tests =
[
    ("a pooled call finds its box again", () => pair.PoolHitRateAtLeast(0.9)),
    // A result that comes while the caller is only beginning to wait for it costs 40 B, whatever the method is.
    ("and allocates less than a Task", () => pair.BytesAtMost(48)),
    ("and takes less than twice its time", () => pair.NotSlowerByMoreThan(1)),
];

// What is not as expected is an exception with a sentence in it: a framework would catch it and show it.
var failures = 0;
foreach (var (name, expect) in tests)
{
    try
    {
        expect();
        Console.WriteLine($"passed: {name}");
    }
    catch (Exception failure) when (failure is ExpectationException or MeasurementException)
    {
        failures++;
        Console.WriteLine($"failed: {name}: {failure.Message}");
    }
}

return failures;
