namespace AsyncLoad.Testing;

/// <summary>What was measured is not what a test expects, or leaves it undecided; the message is a sentence that names the run folder.</summary>
public sealed class ExpectationException : Exception
{
    internal ExpectationException(string message)
        : base(message)
    {
    }
}
