using AsyncLoad.EndToEnd.Advice;

namespace AsyncLoad.Proof;

/// <summary>What came of taking an advice.</summary>
/// <param name="Promised">What it should save, in bytes for each call of every entry; null where nothing is promised.</param>
/// <param name="Saved">What it saved, by the service's own count; null when that does not run.</param>
/// <param name="Failure">Why it does not build, or does not do what it did; null for nothing.</param>
internal sealed record TakenAdvice(string Service, PrintedAdvice Advice, PrintedRate? Promised, double? Saved, string? Failure)
{
    // Where the interval covers in 95 % of all cases, this covers in all but one of ten thousand.
    private const double Stretched = 2;

    public bool IsOutside => IsBeyond(1);

    /// <summary>Whether that is no chance: what was promised is wrong.</summary>
    public bool IsFarOutside => IsBeyond(Stretched);

    /// <summary>In a line.</summary>
    public string Short => $"{Service}: {Advice.Method}: {Advice.RemedyKind}, {Advice.Weight}: {Came}";

    public override string ToString() => $"{Short}\n    {Advice.Because} {Advice.Remedy}{string.Concat(Advice.Check.Select(check => "\n    check: " + check))}";

    private string Came => (Failure, Promised) switch
    {
        ({ } failure, _) => failure,
        (_, { } promised) => FormattableString.Invariant($"saves {Saved:0.0} B a call, promised {promised.Estimate:0.0} [{promised.Low:0.0}, {promised.High:0.0}]"),
        _ => FormattableString.Invariant($"saves {Saved:0.0} B a call, nothing is promised"),
    };

    private bool IsBeyond(double stretch) =>
        Promised is { } promised && Saved is { } saved && (saved < promised.Estimate - (stretch * (promised.Estimate - promised.Low)) || saved > promised.Estimate + (stretch * (promised.High - promised.Estimate)));
}
