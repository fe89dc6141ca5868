using AsyncLoad.Harness.Cli;
using AsyncLoad.Model.Runs;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Joining run folders. Which of them are one run, other tests ask.</summary>
public sealed class MergeCommandTests : IDisposable
{
    private readonly string parent = Directory.CreateTempSubdirectory("asyncload-merge-").FullName;

    private string Whole => At("whole");

    public void Dispose() => Directory.Delete(parent, recursive: true);

    [Fault(25)]
    [Fact]
    public async Task Journals_that_nobody_could_read_together_are_refused_before_anything_is_written()
    {
        foreach (var share in new[] { "a", "b" })
        {
            Directory.CreateDirectory(At(share));
            using var journal = new FileStream(Path.Combine(At(share), "pairs.jsonl"), FileMode.CreateNew);
            journal.SetLength((RunManifest.MostJournalBytes / 2) + (1 << 20));
        }

        var run = await CommandRun.Of("merge", At("a"), At("b"), "--output", Whole);

        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.StartsWith("error: the journals of these folders are 4,098 MB together, and no run of more than 4,096 MB is read: ", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(Whole));
    }

    private string At(string name) => Path.Combine(parent, name);
}
