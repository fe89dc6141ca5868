using AsyncLoad.Model.Results;

namespace AsyncLoad.Reporting.Document;

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
