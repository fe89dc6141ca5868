using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A thread begins to wait for a lock.</summary>
/// <param name="Managed">Whether it is a lock of the program, and not of the runtime.</param>
internal readonly record struct ContentionStarted(bool Managed)
{
    public const int Id = 81;

    public static ContentionStarted Read(in NettraceEvent traced) => new(traced.Fields(oldest: 1).Byte() == 0);
}

/// <summary>A thread has the lock that it waited for.</summary>
/// <param name="Managed">Whether it is a lock of the program, and not of the runtime.</param>
/// <param name="WaitedMs">How long it waited; null before .NET Core 3.0, which does not record it.</param>
internal readonly record struct ContentionEnded(bool Managed, double? WaitedMs)
{
    public const int Id = 91;

    private const int WithDuration = 1;
    private const double LongestNanoseconds = long.MaxValue;

    public static ContentionEnded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var managed = fields.Byte() == 0;
        if (traced.Kind.Version < WithDuration) return new ContentionEnded(managed, null);
        // The runtime's instance.
        fields.Skip(sizeof(short));
        return fields.Double() is var waited and >= 0 and < LongestNanoseconds
            ? new ContentionEnded(managed, waited / 1e6)
            : throw new InvalidDataException("a thread waited for an impossible time");
    }
}
