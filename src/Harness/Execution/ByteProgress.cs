namespace AsyncLoad.Harness.Execution;

/// <summary>Reports progress at once, on the calling thread and in order.</summary>
internal sealed class ByteProgress(Action<long> tell) : IProgress<long>
{
    public void Report(long value) => tell(value);
}
