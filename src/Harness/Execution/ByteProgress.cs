namespace AsyncLoad.Harness.Execution;

/// <summary>Progress told at once, on the thread that makes it, and in its order.</summary>
internal sealed class ByteProgress(Action<long> tell) : IProgress<long>
{
    public void Report(long value) => tell(value);
}
