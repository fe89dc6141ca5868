using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The trace of an allocating arm, from the shortest run there is.</summary>
public sealed class OwnTrace : IAsyncLifetime
{
    private readonly Sandbox sandbox = new();

    /// <summary>Its path.</summary>
    internal string File => new RunFolder(sandbox.At("run")).At("traces/c001-await-task-sequential-calm.nettrace");

    public async ValueTask InitializeAsync() =>
        (await Asyncload.RunAsync(sandbox, "run", sandbox.Write("tiny.json", Profiles.Of(Profiles.AwaitPair)), "--traces", "one", "--output", "run")).Expect(0);

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }
}
