using System.Text.Json;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a trace says, from the real program: docs/evidence/reliability.md, rows 7 to 9.</summary>
[Collection(typeof(CompleteRunReaders))]
public sealed class AnalyzeTests(CompleteRun run) : IDisposable
{
    private readonly Sandbox sandbox = new();

    // That of a side that allocates.
    private string Trace => run.Folder.At("traces/c001-await-task-sequential-calm.nettrace");

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_trace_of_a_run_is_told_with_its_collections_its_types_and_advice()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "analyze", Trace)).Expect(0);

        Assert.Contains("Task<string>", ended.Output, StringComparison.Ordinal);
        Assert.All(["gc", "allocation", "advice"], part => Assert.Contains($"\n{part}\n", ended.Output, StringComparison.Ordinal));
        Assert.DoesNotContain("truncated", ended.Output, StringComparison.Ordinal);
        Assert.Equal("", ended.Error);
    }

    [Fact]
    public async Task For_programs_it_is_one_object_with_every_figure()
    {
        var digest = Json(await Asyncload.RunAsync(sandbox, "analyze", Trace, "--format", "json"));

        Assert.Equal(Trace, digest.GetProperty("file").GetString());
        Assert.Equal(new FileInfo(Trace).Length, digest.GetProperty("fileBytes").GetInt64());
        Assert.Equal((false, 0L), State(digest));
        Assert.True(digest.GetProperty("gc").GetProperty("pauses").GetProperty("count").GetInt32() > 0);
        var types = digest.GetProperty("allocation").GetProperty("types").EnumerateArray().ToList();
        Assert.All(types, type => Assert.True(type.GetProperty("estimate").GetProperty("low").GetDouble() <= type.GetProperty("estimate").GetProperty("high").GetDouble()));
        Assert.NotEmpty(digest.GetProperty("advice").GetProperty("methods").EnumerateArray());
    }

    [Fact]
    public async Task A_report_goes_where_it_is_asked_and_only_whole()
    {
        (await Asyncload.RunAsync(sandbox, "analyze", Trace, "--output", "said.html")).Expect(0);
        (await Asyncload.RunAsync(sandbox, "analyze", Trace, "-o", "said.md")).Expect(0);
        var nowhere = (await Asyncload.RunAsync(sandbox, "analyze", Trace, "-o", Path.Combine("absent", "said.html"))).Expect(10);

        Assert.EndsWith("</html>", (await File.ReadAllTextAsync(sandbox.At("said.html"), TestContext.Current.CancellationToken)).TrimEnd(), StringComparison.Ordinal);
        Assert.Contains("# ", await File.ReadAllTextAsync(sandbox.At("said.md"), TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Contains("absent", nowhere.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFiles(sandbox.Folder, "*.partial"));
    }

    [Fault(8)]
    [Fact]
    public async Task A_trace_that_was_cut_is_told_as_far_as_it_goes_and_called_truncated()
    {
        var bytes = await File.ReadAllBytesAsync(Trace, TestContext.Current.CancellationToken);
        var random = new Random(7);
        // From where its first events are: the head alone is no trace.
        foreach (var length in Enumerable.Range(0, 5).Select(_ => random.Next(bytes.Length / 3, bytes.Length - 1)))
        {
            await File.WriteAllBytesAsync(sandbox.At("cut.nettrace"), bytes[..length], TestContext.Current.CancellationToken);

            var ended = (await Asyncload.RunAsync(sandbox, "analyze", "cut.nettrace", "--format", "json")).Expect(0);

            Assert.True(Json(ended).GetProperty("state").GetProperty("truncated").GetBoolean());
            Assert.Contains("warning: truncated", ended.Error, StringComparison.Ordinal);
        }
    }

    [Fault(7)]
    [Theory]
    [InlineData("", "empty")]
    [InlineData("{\"kind\":\"pair\"}", "Nettrace")]
    [InlineData("Nettrac", "Nettrace")]
    public async Task What_is_no_trace_is_refused_by_its_name_with_what_was_expected(string content, string expected)
    {
        sandbox.Write("wrong.nettrace", content);

        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "wrong.nettrace")).Expect(9);

        Assert.StartsWith("error: wrong.nettrace: ", ended.Error, StringComparison.Ordinal);
        Assert.Contains(expected, ended.Error, StringComparison.Ordinal);
        Assert.Equal("", ended.Output);
    }

    [Fault(7)]
    [Theory]
    [InlineData("absent.nettrace", "there is no file absent.nettrace")]
    [InlineData("tmp", "tmp is a folder")]
    public async Task What_is_not_there_or_no_file_is_told(string path, string message) =>
        Assert.Contains(message, (await Asyncload.RunAsync(sandbox, "analyze", path)).Expect(9).Error, StringComparison.Ordinal);

    private static (bool Truncated, long Lost) State(JsonElement digest) =>
        (digest.GetProperty("state").GetProperty("truncated").GetBoolean(), digest.GetProperty("state").GetProperty("eventsLost").GetInt64());

    private static JsonElement Json(EndedProgram ended)
    {
        using var document = JsonDocument.Parse(ended.Expect(0).Output);
        return document.RootElement.Clone();
    }
}
