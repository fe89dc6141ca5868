using System.Text.Json;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>What <c>analyze --format json</c> prints, as far as it is about advice.</summary>
/// <param name="State">Whether the trace was whole.</param>
/// <param name="Advice">The advice; null when there was nothing to base it on.</param>
internal sealed record PrintedDigest(PrintedState State, PrintedReport? Advice)
{
    /// <summary>What was sampled; null for nothing.</summary>
    public PrintedAllocation? Allocation { get; init; }

    /// <summary>When it was recorded.</summary>
    public required PrintedProcess Process { get; init; }

    /// <summary>Whether the session recorded all that was done before a time, by the clock of this machine.</summary>
    /// <remarks>The process cannot tell: a session ends, then writes its rundown, and only then is the process told that it is not sampled any more.</remarks>
    public bool Covers(DateTimeOffset end) => State is { Truncated: false, Damage: null, EventsLost: 0 } && Process.StartedUtc.AddMilliseconds(Process.DurationMs) > end;

    /// <summary>The same, where it did.</summary>
    public PrintedDigest Expect(DateTimeOffset end) => Covers(end) ? this : throw new InvalidOperationException($"the session ended before the load did, or it lost events: {State}");

    public static PrintedDigest Parse(string json) => JsonSerializer.Deserialize<PrintedDigest>(json, JsonSerializerOptions.Web)!;
}

/// <summary>Whether a trace was whole.</summary>
internal sealed record PrintedState(bool Truncated, string? Damage, long? EventsLost);

/// <summary>When a session began and how long it lasted.</summary>
internal sealed record PrintedProcess(DateTimeOffset StartedUtc, double DurationMs);

/// <summary>What was sampled.</summary>
internal sealed record PrintedAllocation(PrintedEstimate Total);

/// <summary>All advice.</summary>
/// <param name="Seconds">The time that rates refer to.</param>
/// <param name="Methods">Each piece.</param>
/// <param name="Account">Where all sampled bytes went.</param>
internal sealed record PrintedReport(double Seconds, IReadOnlyList<PrintedAdvice> Methods, PrintedAccount Account);

/// <summary>Where all sampled bytes went.</summary>
internal sealed record PrintedAccount(PrintedEstimate AsyncMethods, PrintedEstimate AsyncCosts, PrintedEstimate Tasks, PrintedEstimate Packages, PrintedEstimate Other);

/// <summary>One finding about one method.</summary>
internal sealed record PrintedAdvice(
    string Method,
    string Namespace,
    string? Assembly,
    string Finding,
    string Weight,
    PrintedEstimate Allocated,
    double Share,
    double? ObjectBytes,
    string? Remedy,
    PrintedRate? Removable,
    IReadOnlyList<string> Check)
{
    public string? Because { get; init; }

    public string? RemedyKind { get; init; }

    public string? Package { get; init; }

    public string? CalledFrom { get; init; }

    public override string ToString() => FormattableString.Invariant($"{Namespace}.{Method}: {Finding}, {Weight}, {Allocated.Bytes:0} B, {100 * Share:0.0} %");
}

/// <summary>Bytes with their interval.</summary>
internal sealed record PrintedEstimate(long Samples, double Bytes, double Low, double High);

/// <summary>Bytes a second with their interval.</summary>
internal sealed record PrintedRate(double Estimate, double Low, double High);
