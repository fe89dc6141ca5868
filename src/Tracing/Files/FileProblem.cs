namespace AsyncLoad.Tracing.Files;

/// <summary>What is wrong with a file, for sentences that go on with what to do about it.</summary>
public static class FileProblem
{
    /// <summary>The message of an exception without the full stop at its end.</summary>
    public static string Cause(Exception exception) => exception.Message.TrimEnd('.');
}
