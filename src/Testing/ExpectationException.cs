using AsyncLoad.Model.Texts;

namespace AsyncLoad.Testing;

/// <summary>A measured figure does not meet an expectation, or does not decide it. The message names the run folder.</summary>
public sealed class ExpectationException : Exception
{
    // A test runner prints it, on a terminal or in the log of a build service.
    internal ExpectationException(string message)
        : base(ActiveText.EscapeLines(message))
    {
    }
}
