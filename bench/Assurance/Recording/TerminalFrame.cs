namespace AsyncLoad.Assurance.Recording;

/// <summary>What stood on the terminal from a moment on.</summary>
/// <param name="At">Since the first frame.</param>
/// <param name="Lines">Rows from the top, each with the escape codes of its decorations.</param>
internal sealed record TerminalFrame(TimeSpan At, IReadOnlyList<string> Lines);
