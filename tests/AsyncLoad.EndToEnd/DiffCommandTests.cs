using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Results;
using Xunit;

namespace AsyncLoad.EndToEnd;

[Collection(typeof(CompleteRunReaders))]
public class DiffCommandTests(CompleteRun run)
{
    [Fact]
    public async Task A_run_beside_itself_has_changed_nowhere_and_its_traces_are_not_read()
    {
        using var sandbox = new Sandbox();
        sandbox.Copy(run.Folder.Folder, "copy", without: file => file.EndsWith(".nettrace", StringComparison.Ordinal));

        var ended = (await Asyncload.RunAsync(sandbox, "diff", run.Folder.Folder, "copy", "--format", "json")).Expect(0);

        var diff = JsonSerializer.Deserialize(ended.Output, ModelJson.Line.RunDiff)!;
        Assert.Equal(run.Folder.Results.Comparisons.Select(comparison => comparison.Id), diff.Comparisons.Select(comparison => comparison.Id));
        Assert.Empty(diff.OnlyBefore.Concat(diff.OnlyAfter));
        Assert.Null(diff.TimesNotCompared);
        Assert.Contains(diff.Warnings, warning => warning.StartsWith("Both folders hold the same run", StringComparison.Ordinal));
        Assert.All(diff.Comparisons, comparison =>
        {
            Assert.Contains(comparison.Change, new Change?[] { Change.Unchanged, Change.Inconclusive });
            Assert.Equal(1, comparison.RatioChange!.Estimate, 9);
            // Tiny count slices on a busy machine may disagree; then there is a reason instead.
            Assert.True(comparison.Bytes.Baseline?.State is BytesChange.Same || comparison.Missing.ContainsKey("bytes.baseline"));
            Assert.True(comparison.Bytes.Candidate?.State is BytesChange.Same || comparison.Missing.ContainsKey("bytes.candidate"));
            Assert.Equal((1.0, 1.0), (comparison.Times.Baseline!.Change, comparison.Times.Candidate!.Change));
        });
    }
}
