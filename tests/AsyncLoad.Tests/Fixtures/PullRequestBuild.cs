using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Fixtures;

/// <summary>
/// The checkout of a pull request as a build service makes it, with <c>deploy/compare</c> run in it. A script of a few lines stands for asyncload, and another one for
/// curl; both note what they are asked.
/// </summary>
internal sealed class PullRequestBuild : IDisposable
{
    private static readonly string Given = Path.Combine(Repository.Root, "tests", "fixtures", "pull-request");

    private readonly string answers = Directory.CreateTempSubdirectory("asyncload-answers-").FullName;
    private readonly Dictionary<string, string> variables = new(StringComparer.Ordinal)
    {
        ["ASYNCLOAD"] = "asyncload",
        ["ASYNCLOAD_PROJECT"] = "bench/My.csproj",
        ["ASYNCLOAD_WORKLOAD"] = "Orders",
        ["ASYNCLOAD_TOKEN"] = "secret-token",
    };

    private readonly PullRequestRepository commits;
    private string? started;
    private string script = Path.Combine(Repository.Root, "deploy", "compare");

    public PullRequestBuild(PullRequestRepository commits)
    {
        this.commits = commits;
        Checkout = Path.Combine(answers, "checkout");
        Copy(commits.Folder, Checkout);
        Put("ends", "0");
    }

    /// <summary>The folder of the checkout.</summary>
    public string Checkout { get; private set; }

    /// <summary>What was asked of asyncload, one call a line.</summary>
    public string Calls => Text("calls");

    /// <summary>What was asked of the service.</summary>
    public string Requests => Text("requests");

    /// <summary>What the environment of asyncload was.</summary>
    public string Environment => Text("environment");

    /// <summary>The summary of the step on GitHub.</summary>
    public string Summary => Text("summary");

    /// <summary>What later steps on GitHub are told.</summary>
    public string Outputs => Text("outputs");

    public void Dispose() => Directory.Delete(answers, recursive: true);

    /// <summary>An event of GitHub, in the environment that a step has there.</summary>
    public PullRequestBuild OnGitHub(string name, string file)
    {
        foreach (var line in File.ReadLines(Path.Combine(Given, "github.env"))) Set(line);
        Put("event.json", Filled(Path.Combine(Given, file)));
        return With("GITHUB_EVENT_NAME", name).With("GITHUB_EVENT_PATH", At("event.json")).With("GITHUB_STEP_SUMMARY", At("summary")).With("GITHUB_OUTPUT", At("outputs"));
    }

    /// <summary>What a push on GitHub is of, in place of the branch of its file.</summary>
    public PullRequestBuild Pushing(string reference)
    {
        Put("event.json", File.ReadAllText(At("event.json")).Replace("refs/heads/$(touch x)", reference, StringComparison.Ordinal));
        return this;
    }

    /// <summary>A pull request on Azure, in the environment that a step has there.</summary>
    public PullRequestBuild OnAzure()
    {
        foreach (var line in File.ReadLines(Path.Combine(Given, "azure.pull_request.env"))) Set(line);
        Put("GET.json", "{ \"value\": [], \"count\": 0 }");
        return With("AGENT_TEMPDIRECTORY", answers);
    }

    /// <summary>Another variable.</summary>
    public PullRequestBuild With(string variable, string value)
    {
        variables[variable] = value;
        return this;
    }

    /// <summary>What asyncload ends with, what it says before, and whether it leaves a report.</summary>
    public PullRequestBuild Ending(int code, string said = "", bool reports = true)
    {
        Put("ends", FormattableString.Invariant($"{code}"));
        Put("said", said);
        if (!reports) return this;
        File.Copy(Path.Combine(Repository.Root, "tests", "AsyncLoad.Tests", "Approved", "report.md"), Path.Combine(Directory.CreateDirectory(At("run")).FullName, "report.md"), overwrite: true);
        Put("run/pairs.jsonl", """
            {"kind":"pair","comparison":"a"}
            {"kind":"trace","comparison":"a","side":"baseline","file":"traces/c001-a.nettrace"}
            {"kind":"trace","comparison":"a","side":"candidate","file":"traces/c002-a.nettrace"}
            {"kind":"trace","comparison":"b","side":"candidate","file":null}
            """);
        return this;
    }

    /// <summary>Another report than the one of samples.</summary>
    public void Report(string text) => Put("run/report.md", text);

    /// <summary>What the service answers to a method.</summary>
    public PullRequestBuild Answering(string method, string code, string? file = null)
    {
        Put($"{method}.code", code);
        if (file is not null) File.Copy(Path.Combine(Given, file), At($"{method}.json"), overwrite: true);
        return this;
    }

    /// <summary>The same, given as a text.</summary>
    public void AnsweringText(string method, string answer) => Put($"{method}.json", answer);

    /// <summary>Checks out another commit, or the same with a history of some commits only.</summary>
    public PullRequestBuild At(string commit, int? depth = null)
    {
        TemporaryRepository.GitIn(Checkout, "checkout", "--quiet", "--detach", commit);
        if (depth is not { } count) return this;
        var whole = Checkout;
        Checkout = At("shallow");
        TemporaryRepository.GitIn(whole, "clone", "--quiet", "--depth", FormattableString.Invariant($"{count}"), $"file://{whole}", Checkout);
        return this;
    }

    /// <summary>What the service says above its answer to a method.</summary>
    public PullRequestBuild Heading(string method, string headers)
    {
        Put($"{method}.headers", headers);
        return this;
    }

    /// <summary>Runs it in the folder that the checkout lies in, as where a workflow makes several.</summary>
    public PullRequestBuild Above()
    {
        started = answers;
        return With("ASYNCLOAD_PROJECT", "checkout/bench/My.csproj");
    }

    /// <summary>Names no command, and has a built program beside the script, in a folder whose name has a space. Another script stands for <c>dotnet</c>.</summary>
    public PullRequestBuild Built()
    {
        foreach (var folder in new[] { "bin", "async load/deploy", "async load/src/Harness/bin/Release/net10.0" }) Directory.CreateDirectory(At(folder));
        Put("async load/src/Harness/bin/Release/net10.0/asyncload.dll", "");
        Put("bin/dotnet", "#!/bin/sh\n[ -f \"$1\" ] || exit 9\nshift\nexec asyncload \"$@\"\n");
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(At("bin/dotnet"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
        File.Copy(script, At("async load/deploy/compare"));
        script = At("async load/deploy/compare");
        variables.Remove("ASYNCLOAD");
        return this;
    }

    /// <summary>Runs the script.</summary>
    /// <returns>Its exit code, and both streams in one.</returns>
    public async Task<(int? Code, string Said)> RunAsync()
    {
        string[] words =
        [
            "-i", $"PATH={Given}:{At("bin")}:{System.Environment.GetEnvironmentVariable("PATH")}", $"HOME={answers}", $"ANSWERS={answers}",
            .. variables.Select(variable => $"{variable.Key}={variable.Value}"), "bash", script,
        ];
        var ended = await ToolProcess.RunAsync("/usr/bin/env", words, started ?? Checkout, Duration.FromSeconds(600), TestContext.Current.CancellationToken);
        // Nothing that comes from the pull request was run by a shell.
        Assert.Empty(Directory.EnumerateFiles(answers, "x", SearchOption.AllDirectories));
        return (ended.ExitCode, Plain(ended.Output));
    }

    private static void Copy(string from, string to)
    {
        Directory.CreateDirectory(to);
        foreach (var file in Directory.EnumerateFiles(from)) File.Copy(file, Path.Combine(to, Path.GetFileName(file)));
        foreach (var folder in Directory.EnumerateDirectories(from)) Copy(folder, Path.Combine(to, Path.GetFileName(folder)));
    }

    private string At(string name) => Path.Combine(answers, name);

    private void Put(string name, string text) => File.WriteAllText(At(name), text);

    private string Text(string name) => File.Exists(At(name)) ? Plain(File.ReadAllText(At(name))) : "";

    private void Set(string line)
    {
        var split = line.Split('=', 2);
        variables[split[0]] = Named(split[1]);
    }

    private string Filled(string file) => Named(File.ReadAllText(file));

    private string Named(string text) => text
        .Replace("BASE_SHA", commits.Base, StringComparison.Ordinal).Replace("HEAD_SHA", commits.Head, StringComparison.Ordinal).Replace("MERGE_SHA", commits.Merge, StringComparison.Ordinal);

    // Commits and folders differ from run to run.
    private string Plain(string text) => new[] { (commits.Base, "BASE"), (commits.Began, "BEGAN"), (commits.Head, "HEAD"), (commits.Merge, "MERGE") }
        .SelectMany(name => new[] { (name.Item1, name.Item2), (name.Item1[..10], name.Item2) })
        .Aggregate(text, (all, name) => all.Replace(name.Item1, name.Item2, StringComparison.Ordinal))
        .Replace(answers, "ANSWERS", StringComparison.Ordinal);
}

/// <summary>A repository with the merge of a pull request checked out, whose branch has a name that a shell would run.</summary>
public sealed class PullRequestRepository : IDisposable
{
    private readonly TemporaryRepository repository = new();

    public PullRequestRepository()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a script for shells of Unix");
        Began = Commit("bench/My.csproj");
        repository.Files.Git("checkout", "--quiet", "-b", "$(touch${IFS}x)");
        Head = Commit("bench/Orders.cs");
        repository.Files.Git("checkout", "--quiet", "main");
        Base = Commit("README.md");
        repository.Files.Git("checkout", "--quiet", "--detach");
        repository.Files.Git("-c", "user.name=a", "-c", "user.email=a@b", "merge", "--quiet", "--no-ff", "--message", "merge", Head);
        Merge = repository.Files.Git("rev-parse", "HEAD").Trim();
    }

    /// <summary>Its folder.</summary>
    public string Folder => repository.Files.Folder;

    /// <summary>Where the pull request began.</summary>
    public string Began { get; }

    /// <summary>What the target branch is now.</summary>
    public string Base { get; }

    /// <summary>The last commit of the pull request.</summary>
    public string Head { get; }

    /// <summary>Its merge into the target branch, which is checked out.</summary>
    public string Merge { get; }

    public void Dispose() => repository.Dispose();

    private string Commit(string file)
    {
        repository.Files.Write(file, file);
        repository.Files.Commit(file);
        return repository.Files.Git("rev-parse", "HEAD").Trim();
    }
}
