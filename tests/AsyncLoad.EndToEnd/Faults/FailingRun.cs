using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>One run of workloads that fail in every way there is, beside one that only prints too much.</summary>
public sealed class FailingRun : IAsyncLifetime
{
    private readonly Sandbox sandbox = new();

    internal RunFolder Folder => new(sandbox.At("run"));

    public async ValueTask InitializeAsync()
    {
        var profile = sandbox.Write("failing.json", Profiles.FiguresOf(1, """
            {
              "name": "failing", "workload": "failing", "baseline": "ok", "candidates": ["throws", "fails-fast", "stack-overflow", "bad-pointer", "prints"],
              "loads": ["sequential"], "gates": [{ "metric": "bytesPerOperation", "variant": "throws", "max": 0 }]
            }
            """));
        (await Asyncload.RunAsync(sandbox, "run", profile, "--traces", "none", "--output", "run")).Expect(7);
    }

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }
}
