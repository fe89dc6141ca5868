using AsyncLoad.Model.Texts;

namespace AsyncLoad.Testing;

/// <summary>What was measured is not what a test expects, or leaves it undecided; the message is a sentence that names the run folder.</summary>
public sealed class ExpectationException : Exception
{
    // A test runner prints it, on a terminal or in the log of a build service.
    internal ExpectationException(string message)
        : base(ActiveText.EscapeLines(message))
    {
    }
}
