namespace AsyncLoad.Workloads.IoSimulator;

/// <summary>A workload whose operations wait on one simulated device, from set-up to tear-down.</summary>
internal abstract class DeviceWorkload : Workload, IUsesSimulatedDevice
{
    public SimulatedDevice? Device { get; private set; }

    public sealed override void SetUp(Arguments arguments)
    {
        ArgumentNullException.ThrowIfNull(arguments);
        Device = CreateDevice(arguments);
    }

    public sealed override void TearDown()
    {
        Device?.Dispose();
        Device = null;
    }

    /// <summary>The device for these parameters; null where they ask for none.</summary>
    protected abstract SimulatedDevice? CreateDevice(Arguments arguments);
}
