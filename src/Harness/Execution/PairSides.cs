using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>Both sides, and how each ended.</summary>
internal sealed class PairSides(TimeProvider time, Duration? deadline) : IAsyncDisposable
{
    private readonly SideSession?[] sessions = new SideSession?[2];
    private readonly CellOutcome?[] outcomes = new CellOutcome?[2];
    private readonly TimeSpan[] taken = new TimeSpan[2];
    private long turned = time.GetTimestamp();

    /// <summary>The side that was asked for something last: a failure is its.</summary>
    public Side Busy { get; set; }

    public SideSession this[Side side]
    {
        get => sessions[(int)side] ?? throw new InvalidOperationException($"the {side} side has not started");
        set => sessions[(int)side] = value;
    }

    /// <summary>The values that the sides returned; null of one that has not started, or returns none.</summary>
    public (string? Baseline, string? Candidate) Values => (sessions[0]?.Value, sessions[1]?.Value);

    /// <summary>Whether calls of a side that is alive take so long that slices hold single ones.</summary>
    public bool AreSlow(Side[] alive) => Array.Exists(alive, side => this[side].WarmUp.IsSlow);

    /// <summary>The longest of the newest slices of the sides that are alive.</summary>
    public Nanoseconds Longest(Side[] alive) => new(alive.Max(side => this[side].WarmUp.Newest?.Value ?? 0));

    /// <summary>Elapsed ns a call of the slowest side that is alive; null when one has finished none.</summary>
    public double? SlowestNsPerCall(Side[] alive) => Array.TrueForAll(alive, side => this[side].NsPerCall is not null) ? alive.Max(side => this[side].NsPerCall) : null;

    /// <summary>Turns to a side for its next slice, unless the run is to stop or both have been late too often; the one that took longer is to blame then.</summary>
    public SideSession Turn(Side side, CancellationToken stop)
    {
        stop.ThrowIfCancellationRequested();
        var now = time.GetTimestamp();
        taken[(int)Busy] += time.GetElapsedTime(turned, now);
        turned = now;
        if (deadline is { } most && taken[0] + taken[1] > most.Span)
        {
            Busy = taken[(int)Side.Candidate] > taken[(int)Side.Baseline] ? Side.Candidate : Side.Baseline;
            throw new ChildFailedException(new CellOutcome.TimedOut("the slices of the pair", most, ""));
        }

        Busy = side;
        return this[side];
    }

    public void Complete(Side side, SideMeasurement measurement) => outcomes[(int)side] = new CellOutcome.Completed(measurement);

    public void Fail(CellOutcome outcome) => outcomes[(int)Busy] = outcome;

    public CellOutcome Outcome(Side side) => outcomes[(int)side] ?? new CellOutcome.Stopped("its partner failed");

    public async ValueTask DisposeAsync()
    {
        foreach (var session in sessions)
        {
            if (session is not null) await session.DisposeAsync();
        }
    }
}
