using AsyncLoad.Workloads;
using AsyncLoad.Workloads.IoSimulator;

// What this assembly offers to the measured processes.
[assembly: AsyncLoadWorkloads(typeof(ConsoleTests.RemoteStockWorkload))]

namespace ConsoleTests;

/// <summary>How the stock is asked when it is measured, and what attributes of a benchmark could not say: where it suspends, on what, and what it rents and allocates.</summary>
public sealed class RemoteStockWorkload : Workload, IUsesSimulatedDevice
{
    private const string OnTheDevice = "always, on the device";

    public override string Id => "remote-stock";

    public override string Summary => "asks a warehouse that answers after 100 µs";

    public override IReadOnlyList<Variant> Variants { get; } =
    [
        new("task", "as a Task", "Task<int>", Builder.Default, OnTheDevice),
        new("pooled", "as a pooled ValueTask", "ValueTask<int>", Builder.Pooling, OnTheDevice) { PooledBoxes = 1 },
    ];

    public override IReadOnlyList<Expected> Expected { get; } =
    [
        new("task", Arguments.None, 112, "the method's box, which is the Task"),
        new("pooled", Arguments.None, 0, "nothing: the box comes from the pool"),
    ];

    public SimulatedDevice? Device { get; private set; }

    public override void SetUp(Arguments arguments) => Device = new SimulatedDevice(DeviceSettings.Fixed(microseconds: 100));

    public override void TearDown()
    {
        Device?.Dispose();
        Device = null;
    }

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var stock = new RemoteStock(Device ?? throw new InvalidOperationException("it is not set up"));
        return variant == "task" ? Operation.FromTask(stock.PiecesTask) : Operation.FromValueTask(stock.PiecesPooled);
    }
}
