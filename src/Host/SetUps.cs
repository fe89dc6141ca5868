using System.Globalization;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>
/// Makes the operations of a load. Each may set up an instance, and many classes were written to be set up once. When all of them would take longer than
/// the harness waits, or more memory than there is room for, it refuses after the first few.
/// </summary>
/// <param name="roomNow">How much memory they may take together, read now.</param>
/// <param name="held">Memory that is held; with all garbage collected where asked.</param>
/// <param name="time">Tells how long they take.</param>
/// <param name="share">A second remedy, in words that follow the first; empty for none.</param>
internal sealed class SetUps(LoadSettings load, Func<MemoryRoom> roomNow, Func<bool, long> held, TimeProvider time, string share)
{
    // A single slow set-up is no evidence: it may include a collection, or opening a connection.
    private static readonly TimeSpan Evidence = TimeSpan.FromSeconds(2);

    // Memory is judged once a tenth of the room is used: a few small set-ups are lost in what the runtime allocates.
    private const int EvidenceShare = 10;

    private const int CheckShare = 8;

    // The rest is for the first set-up, the value check and a live set.
    private static readonly TimeSpan Longest = HostRequest.Prepare.Deadline.Span * 0.75;

    /// <summary>Makes them.</summary>
    /// <exception cref="RequestRefusedException">All of them would take too long, or too much memory.</exception>
    public List<Operation> Make(int count, Func<Operation> create)
    {
        // The first pays one-time costs, such as a file that all share.
        var made = new List<Operation>(count) { create() };
        if (count == 1) return made;
        var (room, before, began) = (roomNow(), held(false), time.GetTimestamp());
        var (checkAt, weighAt) = (1, room.Bytes / EvidenceShare);
        while (made.Count < count)
        {
            made.Add(create());
            var fresh = made.Count - 1;
            RefuseSlow(count, fresh, time.GetElapsedTime(began));
            if (fresh < checkAt) continue;
            // There may be 100,000 workers, and a check takes microseconds.
            checkAt += 1 + (fresh / CheckShare);
            var seen = held(false) - before;
            if (seen < weighAt) continue;
            RefuseLarge(count, fresh, held(true) - before, room);
            weighAt = 2 * seen;
        }

        return made;
    }

    private void RefuseSlow(int count, int fresh, TimeSpan taken)
    {
        if (taken < Evidence || taken / fresh * count <= Longest) return;
        throw Refusal(count, fresh, Text($"{(taken / fresh).TotalSeconds:0.0##} s"), Text($"{(taken / fresh * count).TotalMinutes:0.0} min, and a process has {Longest.TotalSeconds:0} s for it"), (int)(Longest / (taken / fresh)));
    }

    private void RefuseLarge(int count, int fresh, long taken, MemoryRoom room)
    {
        if (taken < room.Bytes / EvidenceShare || (double)taken / fresh * count <= room.Bytes) return;
        var each = taken / (double)fresh;
        throw Refusal(count, fresh, new MeasuredSize(each).ToString(), $"{new MeasuredSize(each * count)}, and a process may take {new MeasuredSize(room.Bytes)} ({room.Share})", (int)(room.Bytes / each));
    }

    private RequestRefusedException Refusal(int count, int fresh, string each, string all, int fitting) => new(
        FailureReason.Request,
        Text($"{load.Slug} sets up {count:N0} instances in each process, and one takes {each} ({fresh} measured): together {all}. Ask for {Math.Max(1, fitting):N0} or fewer with {Setting}{share}"));

    private string Setting => load switch
    {
        LoadSettings.OpenLoop => "load.maxInFlight",
        LoadSettings.ClosedLoop => "load.workers",
        LoadSettings.Wave => "load.size",
        LoadSettings.Simulations => "copies or rates of its stages",
        _ => "load.degree",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
