using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads.IoSimulator;

namespace AsyncLoad.Host.Measuring;

/// <summary>
/// The simulated device of a workload. Its time runs while the slice barrier is open and stands still while it is closed, since a spinning
/// thread would disturb the other side. Without a device there is nothing to run or to stop.
/// </summary>
internal sealed class BarrierDevice(SimulatedDevice? device)
{
    private bool measuring;
    private DeviceReport? report;

    /// <summary>Processor time of the device's thread so far; 0 without one, or where the system does not report it.</summary>
    public Nanoseconds ProcessorTime => Nanoseconds.From(device?.ProcessorTime ?? TimeSpan.Zero);

    /// <summary>Lets its time go on; before the slice barrier opens.</summary>
    public void Resume() => device?.Resume();

    /// <summary>Stops its time and its thread; only after all have arrived, since workers wait for accesses until then.</summary>
    public void Park() => device?.Park();

    /// <summary>Forgets the accuracy of warm-up; only while parked.</summary>
    public void BeginMeasuring()
    {
        device?.ForgetAccuracy();
        measuring = true;
    }

    /// <summary>Keeps the accuracy of the measured slices, without what runs after them; only while parked.</summary>
    /// <returns>Null when nothing was measured or no access was completed.</returns>
    public DeviceReport? Conclude()
    {
        if (measuring && device?.Accuracy is { } accuracy)
        {
            report = new DeviceReport(
                accuracy.Accesses,
                Nanoseconds.From(accuracy.Asked.P50),
                Nanoseconds.From(accuracy.Asked.P99),
                Nanoseconds.From(accuracy.Delivered.P50),
                Nanoseconds.From(accuracy.Delivered.P99));
        }

        measuring = false;
        return report;
    }
}
