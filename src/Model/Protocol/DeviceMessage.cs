using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>A simulated device's accuracy as fields of a message, and back.</summary>
internal static class DeviceMessage
{
    public static MessageLine WithDevice(this MessageLine line, DeviceReport? device) => device is null ? line : line
        .With("accesses", device.Accesses)
        .With("askedP50", device.AskedP50.Value)
        .With("askedP99", device.AskedP99.Value)
        .With("deliveredP50", device.DeliveredP50.Value)
        .With("deliveredP99", device.DeliveredP99.Value);

    public static DeviceReport? ReadDevice(this MessageFields fields) => fields.NumberOrNull("accesses") is not { } accesses ? null : new DeviceReport(
        accesses,
        new Nanoseconds(fields.Number("askedP50")),
        new Nanoseconds(fields.Number("askedP99")),
        new Nanoseconds(fields.Number("deliveredP50")),
        new Nanoseconds(fields.Number("deliveredP99")));
}
