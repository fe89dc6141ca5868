namespace AsyncLoad.Reporting.Document;

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
