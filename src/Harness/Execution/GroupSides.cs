using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Execution;

/// <summary>
/// The sides of a group: one baseline and one candidate or more. A candidate that fails drops out, and the others go on; without the baseline or any candidate
/// the group is over.
/// </summary>
/// <param name="cells">The baseline's cell, then those of the candidates; a side is an index into them.</param>
/// <param name="time">The clock.</param>
/// <param name="deadline">How long their slices may take together; null for no limit.</param>
internal sealed class GroupSides(IReadOnlyList<Cell> cells, TimeProvider time, Duration? deadline) : IAsyncDisposable
{
    /// <summary>The side that all candidates are compared with.</summary>
    public const int Baseline = 0;

    private readonly SideSession?[] sessions = new SideSession?[cells.Count];
    private readonly CellOutcome?[] outcomes = new CellOutcome?[cells.Count];
    private readonly TimeSpan[] taken = new TimeSpan[cells.Count];
    private long turned = time.GetTimestamp();

    /// <summary>The sides that are alive, in the order in which they were started.</summary>
    public IReadOnlyList<int> Alive { get; private set; } = [];

    /// <summary>The candidates that have started.</summary>
    public IEnumerable<int> Candidates => Enumerable.Range(1, cells.Count - 1).Where(side => sessions[side] is not null);

    /// <summary>The side that was asked last: a failure is attributed to it.</summary>
    public int Busy { get; set; }

    public SideSession this[int side] => sessions[side] ?? throw new InvalidOperationException($"side {side} has not started");

    /// <summary>Whether calls of a side that is alive take so long that each slice holds one.</summary>
    public bool AreSlow => Alive.Any(side => this[side].WarmUp.IsSlow);

    /// <summary>The longest of the newest slices of the sides that are alive.</summary>
    public Nanoseconds Longest => new(Alive.Max(side => this[side].WarmUp.Newest?.Value ?? 0));

    /// <summary>Elapsed ns per call of the slowest side that is alive; null when a side has finished no call.</summary>
    public double? SlowestNsPerCall => Alive.All(side => this[side].NsPerCall is not null) ? Alive.Max(side => this[side].NsPerCall) : null;

    /// <summary>The value that a side returned; null where it has not started, or returns none.</summary>
    public string? ValueOf(int side) => sessions[side]?.Value;

    /// <summary>The cell of a side.</summary>
    public Cell CellOf(int side) => cells[side];

    /// <summary>The sides that are alive, in the order of a row of slices.</summary>
    public IEnumerable<int> InOrder(int row)
    {
        var alive = Alive;
        return SliceOrder.Row(alive.Count, row).Select(place => alive[place]);
    }

    /// <summary>Starts sides together, in their order: setting up a live set takes time. From now on these are alive.</summary>
    public async Task StartAsync(IReadOnlyList<int> order, Func<Cell, Task<SideSession>> start)
    {
        Alive = order;
        // Each is awaited even when another fails, so that no process is left.
        var starting = order.Select(side => (Side: side, Session: start(cells[side]))).ToList();
        await Task.WhenAll(starting.Select(side => (Task)side.Session)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        foreach (var (side, session) in starting.OrderByDescending(side => side.Session.IsCompletedSuccessfully))
            await TryAsync(side, async () => sessions[side] = await session);
    }

    /// <summary>Runs the next slice of a side, unless the run is to stop or the deadline has passed. The slowest side is blamed for a missed deadline.</summary>
    public async Task TurnAsync(int side, Func<SideSession, Task> slice, CancellationToken stop)
    {
        stop.ThrowIfCancellationRequested();
        var now = time.GetTimestamp();
        taken[Busy] += time.GetElapsedTime(turned, now);
        turned = now;
        if (deadline is { } most && TimeSpan.FromTicks(taken.Sum(own => own.Ticks)) > most.Span)
        {
            Busy = Array.IndexOf(taken, taken.Max());
            throw new ChildFailedException(new CellOutcome.TimedOut("the slices of the pair", most, ""));
        }

        await AskAsync(side, slice);
    }

    /// <summary>Asks a side for something, if it is alive.</summary>
    public Task AskAsync(int side, Func<SideSession, Task> ask) => TryAsync(side, () => ask(this[side]));

    /// <summary>A side has failed and drops out.</summary>
    /// <exception cref="ChildFailedException">The group is over.</exception>
    public async Task DropAsync(int side, ChildFailedException failure)
    {
        (Busy, outcomes[side]) = (side, failure.Outcome);
        if (IsLost(Baseline) || Enumerable.Range(1, cells.Count - 1).All(IsLost)) throw failure;
        Alive = [.. Alive.Where(other => other != side)];
        if (sessions[side] is { } session) await session.DisposeAsync();
        sessions[side] = null;
    }

    public void Complete(int side, SideMeasurement measurement) => outcomes[side] = new CellOutcome.Completed(measurement);

    /// <summary>The group is over since the side that was asked last has failed.</summary>
    public void Fail(CellOutcome outcome) => outcomes[Busy] = outcome;

    public CellOutcome Outcome(int side) => outcomes[side] ?? CellOutcome.Stopped.WithPartner;

    public async ValueTask DisposeAsync()
    {
        foreach (var session in sessions)
        {
            if (session is not null) await session.DisposeAsync();
        }
    }

    private async Task TryAsync(int side, Func<Task> ask)
    {
        if (!Alive.Contains(side)) return;
        Busy = side;
        try
        {
            await ask();
        }
        catch (ChildFailedException failure)
        {
            await DropAsync(side, failure);
        }
    }

    private bool IsLost(int side) => outcomes[side] is not (null or CellOutcome.Completed);
}

/// <summary>In which order the sides of a group are measured.</summary>
/// <remarks>Williams, E. J. (1949), "Experimental designs balanced for the estimation of residual effects of treatments", Aust. J. Chem. 2, 149-168.</remarks>
internal static class SliceOrder
{
    /// <summary>
    /// One row of a Williams design. There are as many rows as sides, or twice as many where their number is odd. Over all rows, each side stands at each place equally
    /// often, and follows each other side equally often. The first row is 0, 1, 2, …; two sides take turns: A B, B A, A B, ….
    /// </summary>
    /// <param name="sides">How many sides there are, 1 or more.</param>
    /// <param name="row">Which row, from 0; after the last comes the first again.</param>
    public static IEnumerable<int> Row(int sides, int row)
    {
        var places = Enumerable.Range(0, sides).Select(place => Place(sides, (Zigzag(sides, place) + row) % sides));
        // Where their number is odd, only the rows and their mirror images together are balanced.
        return sides % 2 == 1 && row / sides % 2 == 1 ? places.Reverse() : places;
    }

    // 0, n-1, 1, n-2, …
    private static int Zigzag(int sides, int place) => place % 2 == 0 ? place / 2 : sides - ((place + 1) / 2);

    // Where a number stands in the zigzag.
    private static int Place(int sides, int number) => number <= (sides - 1) / 2 ? 2 * number : (2 * (sides - number)) - 1;
}
