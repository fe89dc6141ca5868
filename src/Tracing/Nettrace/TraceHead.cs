namespace AsyncLoad.Tracing.Nettrace;

/// <summary>What the first object of a trace says of the whole.</summary>
/// <param name="StartedUtc">When the session began; null where the trace holds no possible time.</param>
/// <param name="StartTicks">The same on the clock of the events.</param>
/// <param name="TicksPerSecond">How fast that clock runs, above 0.</param>
internal sealed record TraceHead(int FormatVersion, DateTimeOffset? StartedUtc, long StartTicks, long TicksPerSecond, ProcessHead Process)
{
    public const int Bytes = 48;

    public static TraceHead Read(ReadOnlySpan<byte> content, long offset, int version)
    {
        var fields = new PayloadReader(content);
        var started = StartedAt(ref fields);
        var (startTicks, ticksPerSecond) = (fields.Int64(), fields.Int64());
        var process = new ProcessHead(fields.Int32(), fields.Int32(), fields.Int32());
        if (ticksPerSecond <= 0) throw UnreadableTraceException.Damaged(offset, $"the clock of the trace has {ticksPerSecond} ticks per second: expected more than 0");
        if (process.PointerBytes is not (sizeof(uint) or sizeof(ulong)))
            throw UnreadableTraceException.Damaged(offset, $"pointers of {process.PointerBytes} B: expected 4 or 8");
        return new TraceHead(version, started, startTicks, ticksPerSecond, process);
    }

    /// <summary>A time of the events' clock, ms from the beginning; what lies before it counts as 0.</summary>
    public double MsOf(long ticks) => Math.Max(0, unchecked(ticks - StartTicks)) * 1000.0 / TicksPerSecond;

    private static DateTimeOffset? StartedAt(ref PayloadReader fields)
    {
        var (year, month) = (fields.UInt16(), fields.UInt16());
        fields.Skip(sizeof(ushort)); // the day of the week
        var (day, hour, minute) = (fields.UInt16(), fields.UInt16(), fields.UInt16());
        var (second, millisecond) = (fields.UInt16(), fields.UInt16());
        var possible = year is > 0 and < 10_000 && month is > 0 and <= 12 && day > 0 && day <= DateTime.DaysInMonth(year, month)
            && hour < 24 && minute < 60 && second < 60 && millisecond < 1000;
        return possible ? new DateTimeOffset(year, month, day, hour, minute, second, millisecond, TimeSpan.Zero) : null;
    }
}

/// <summary>What the head of a trace states of its process.</summary>
/// <param name="PointerBytes">Size of a pointer: 4 or 8.</param>
internal sealed record ProcessHead(int PointerBytes, int Id, int Processors);
