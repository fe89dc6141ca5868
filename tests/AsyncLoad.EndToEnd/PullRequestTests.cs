using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>A pull request as GitHub gives it to a job, measured by <c>deploy/compare</c> with the real program; a script stands for <c>curl</c>.</summary>
public sealed class PullRequestTests : IDisposable
{
    private const string Bench = """
        #:package BenchmarkDotNet.Annotations@0.15.8
        using BenchmarkDotNet.Attributes;

        public class Buffers
        {
            private byte[]? last;

            [Benchmark] public int Rent() => (last = new byte[8]) is null ? 0 : 1;
            [Benchmark] public int Same() => 1;
        }
        """;

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task A_method_that_allocates_more_fails_the_job_and_is_named_in_the_comment()
    {
        await BeginAsync();
        sandbox.Write("shop/bench.cs", Bench.Replace("new byte[8]", "new byte[32]", StringComparison.Ordinal));

        var ended = await JobAsync();

        ended.Expect(2);
        var comment = File.ReadAllText(sandbox.At("requests"));
        Assert.StartsWith("GET https://api.github.com/repos/acme/shop/issues/42/comments?per_page=100&page=1 (authorised: yes)\nPOST https://api.github.com/repos/acme/shop/issues/42/comments (authorised: yes)\n", comment, StringComparison.Ordinal);
        Assert.Contains("**A gate failed.**", comment, StringComparison.Ordinal);
        Assert.Matches(@"56(\.\d+)? against 32(\.\d+)? B/op on the baseline, 0 B/op more allowed", comment);
        Assert.Contains("bytesPerOperation of head above the baseline by ≤ 0 B/op", comment, StringComparison.Ordinal);
        Assert.Contains("## Gates", File.ReadAllText(sandbox.At("summary")), StringComparison.Ordinal);
        Assert.Equal("run=asyncload-run\nexit-code=2\n", File.ReadAllText(sandbox.At("outputs")));
    }

    [Fact]
    public async Task A_pull_request_that_changes_no_code_passes_and_measures_nothing()
    {
        await BeginAsync();
        sandbox.Write("shop/README.md", "A shop");

        (await JobAsync()).Expect(0);

        Assert.Contains("**Nothing to measure:** both sides are the same build.", File.ReadAllText(sandbox.At("requests")), StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("shop/asyncload-run")));
    }

    private async Task BeginAsync()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        Directory.CreateDirectory(sandbox.At("shop"));
        await GitAsync("init", "--quiet", "--initial-branch=main");
        sandbox.Write("shop/bench.cs", Bench);
        await CommitAsync("begin");
        await GitAsync("checkout", "--quiet", "-b", "change");
    }

    // Commits what was changed, and runs the job on the merge that GitHub makes of it.
    private async Task<EndedProgram> JobAsync()
    {
        await CommitAsync("change");
        await GitAsync("checkout", "--quiet", "--detach", "main");
        await GitAsync("-c", "user.name=a", "-c", "user.email=a@b", "merge", "--quiet", "--no-ff", "--message", "merge", "change");
        var given = Path.Combine(Repository.Root, "tests", "fixtures", "pull-request");
        sandbox.Write("event.json", (await File.ReadAllTextAsync(Path.Combine(given, "github.pull_request.json"), TestContext.Current.CancellationToken))
            .Replace("BASE_SHA", await GitAsync("rev-parse", "main"), StringComparison.Ordinal)
            .Replace("HEAD_SHA", await GitAsync("rev-parse", "change"), StringComparison.Ordinal));
        (string, string)[] environment =
        [
            ("GITHUB_ACTIONS", "true"), ("GITHUB_REPOSITORY", "acme/shop"), ("GITHUB_RUN_ID", "1"), ("GITHUB_EVENT_NAME", "pull_request"),
            ("GITHUB_EVENT_PATH", sandbox.At("event.json")), ("GITHUB_STEP_SUMMARY", sandbox.At("summary")), ("GITHUB_OUTPUT", sandbox.At("outputs")),
            ("ANSWERS", sandbox.Folder), ("ASYNCLOAD", $"{Repository.Muxer} {Path.Combine(Repository.ProgramFolder, "asyncload.dll")}"), ("ASYNCLOAD_TOKEN", "secret-token"),
            ("ASYNCLOAD_PROJECT", "bench.cs"), ("ASYNCLOAD_WORKLOAD", "Buffers"), ("ASYNCLOAD_GATES", "bytes<=+0"), ("ASYNCLOAD_ARGUMENTS", string.Join(' ', Profiles.Figures)),
        ];
        // Of the folder of fixtures curl alone stands on the path.
        using var job = RunningProgram.Start(
            sandbox, "bash", ["-c", "mkdir bin && cp \"$1/curl\" bin && PATH=\"$PWD/bin:$PATH\" && cd shop && exec \"$2\"", "job", given, Path.Combine(Repository.Root, "deploy", "compare")], environment);
        return await job.EndAsync();
    }

    private async Task CommitAsync(string message)
    {
        await GitAsync("add", "--all");
        await GitAsync("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", message);
    }

    private async Task<string> GitAsync(params string[] arguments)
    {
        using var git = RunningProgram.Start(sandbox, "git", ["-C", "shop", .. arguments]);
        return (await git.EndAsync()).Expect(0).Output.Trim();
    }
}
