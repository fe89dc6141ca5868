using AsyncLoad.Analysis.Warnings;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

/// <summary>A judgement in one sign and one word: never by colour alone.</summary>
public sealed record Mark(Tone Tone, string Glyph, string Word)
{
    public string CssClass => Tone switch
    {
        Tone.Good => "good",
        Tone.Bad => "bad",
        Tone.Even => "even",
        _ => "open",
    };

    /// <summary>A comparison that could not be measured.</summary>
    public static Mark NotMeasured { get; } = new(Tone.Bad, "–", "not measured");

    /// <summary>A comparison that was measured and, as its profile asked, not judged.</summary>
    public static Mark NotJudged { get; } = new(Tone.Even, "·", "not judged");

    /// <summary>A comparison that is being measured: more pairs come.</summary>
    public static Mark Measuring { get; } = new(Tone.Open, "·", "measuring");

    /// <summary>A point where a source and this runtime differ.</summary>
    public static Mark Differs { get; } = new(Tone.Even, "≠", "differs");

    /// <summary>The mark of a verdict; null was not measured.</summary>
    public static Mark Of(Verdict? verdict) => verdict switch
    {
        Verdict.Wins => new(Tone.Good, "▲", "wins"),
        Verdict.Loses => new(Tone.Bad, "▼", "loses"),
        Verdict.Equivalent => new(Tone.Even, "=", "equivalent"),
        Verdict.Inconclusive => new(Tone.Open, "?", "inconclusive"),
        _ => NotMeasured,
    };

    public static Mark Of(GateState state) => state switch
    {
        GateState.Passed => new(Tone.Good, "✓", "passed"),
        GateState.Failed => new(Tone.Bad, "✗", "failed"),
        GateState.Inconclusive => new(Tone.Open, "?", "inconclusive"),
        _ => new(Tone.Bad, "!", "broken"),
    };

    public static Mark Of(WarningSeverity severity) => severity switch
    {
        WarningSeverity.Note => new(Tone.Even, "i", "note"),
        WarningSeverity.Warning => new(Tone.Open, "!", "warning"),
        _ => new(Tone.Bad, "✗", "invalid"),
    };

    public static Mark Check(bool passed) => passed ? new(Tone.Good, "✓", "passed") : new(Tone.Bad, "✗", "failed");
}

/// <summary>How a judgement leans.</summary>
public enum Tone
{
    /// <summary>In the candidate's or the build's favour.</summary>
    Good,

    /// <summary>Against it.</summary>
    Bad,

    /// <summary>Neither, and that is an answer.</summary>
    Even,

    /// <summary>Undecided, or to be read with care.</summary>
    Open,
}

/// <summary>Signs and words for the result of a sweep.</summary>
internal static class FrontierMark
{
    /// <summary>The mark of an answer.</summary>
    public static Mark Of(FrontierAnswer answer) => answer switch
    {
        FrontierAnswer.Crosses => new(Tone.Even, "×", "crosses at"),
        FrontierAnswer.Wins => Mark.Of(Verdict.Wins),
        FrontierAnswer.Loses => Mark.Of(Verdict.Loses),
        FrontierAnswer.Equivalent => Mark.Of(Verdict.Equivalent),
        FrontierAnswer.NotMonotone => new(Tone.Open, "~", "not monotone"),
        _ => new(Tone.Open, "?", "undecided"),
    };
}
