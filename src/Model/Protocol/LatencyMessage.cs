using System.Globalization;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>Latencies as fields of a message, and back.</summary>
internal static class LatencyMessage
{
    public static MessageLine WithLatency(this MessageLine line, LatencyReport? latency) => latency is null ? line : line
        .WithLatencies("service", latency.Service)
        .WithLatencies("response", latency.Response)
        .WithLatencies("hiccups", latency.Hiccups)
        .WithLatencies("lateness", latency.Arrivals?.Lateness)
        .With("due", latency.Arrivals?.Due)
        .With("late", latency.Arrivals?.Late)
        .With("dropped", latency.Arrivals?.Dropped)
        .With("pacerCpu", latency.Arrivals?.PacerCpu.Value);

    public static LatencyReport? ReadLatency(this MessageFields fields) => fields.ReadLatencies("service") is not { } service ? null : new LatencyReport(
        service,
        fields.ReadLatencies("response"),
        fields.ReadLatencies("hiccups") ?? Latencies.None,
        fields.ReadLatencies("lateness") is { } lateness
            ? new ArrivalReport(fields.Number("due"), fields.Number("late"), fields.Number("dropped"), lateness, new Nanoseconds(fields.Number("pacerCpu")))
            : null);

    /// <summary>Numbers with commas between: maximum, sum, then gaps and counts.</summary>
    public static MessageLine WithLatencies(this MessageLine line, string name, Latencies? latencies) => latencies is null ? line : line.With(
        name,
        string.Join(',', latencies.Gaps.Prepend(latencies.Sum.Value).Prepend(latencies.Max.Value).Select(number => number.ToString(CultureInfo.InvariantCulture))));

    public static Latencies? ReadLatencies(this MessageFields fields, string name)
    {
        if (fields.TextOrNull(name) is not { } text) return null;
        long[] numbers = [.. text.Split(',').Select(number => long.Parse(number, NumberStyles.None, CultureInfo.InvariantCulture))];
        return numbers is [var max, var sum, .. var gaps] && gaps.Length % 2 == 0
            ? new Latencies(new Nanoseconds(max), new Nanoseconds(sum), gaps)
            : throw new FormatException($"'{name}' holds no latencies");
    }
}
