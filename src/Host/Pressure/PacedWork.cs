using AsyncLoad.Model.Units;

namespace AsyncLoad.Host.Pressure;

/// <summary>One kind of work that a <see cref="PacedThread"/> does at a pace. Only that thread does it; any thread may read its counters.</summary>
/// <param name="perMillisecond">Units due for each millisecond of open slice barrier.</param>
internal abstract class PacedWork(string name, double perMillisecond)
{
    public string Name { get; } = name;

    /// <summary>Units due for each millisecond of open slice barrier: writes, or bytes.</summary>
    public double PerMillisecond { get; } = perMillisecond;

    /// <summary>Units done since the process began.</summary>
    public abstract long Done { get; }

    /// <summary>Does the smallest piece: one unit or more.</summary>
    public abstract void DoPiece();

    /// <summary>Waits, when the slice barrier closes, for other threads that work for it.</summary>
    /// <returns>Processor time of such threads since the process began.</returns>
    public virtual Nanoseconds Conclude() => default;
}
