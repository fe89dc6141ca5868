using System.CommandLine;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Schema;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model;
using AsyncLoad.Reporting.Markup;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Init;

/// <summary><c>init [DIR]</c>: a profile and a plug-in project that run as they are; <c>init --file</c>: one C# file for <c>compare</c>. It overwrites nothing.</summary>
internal sealed class InitCommand(CliServices services)
{
    private const string DefaultFile = "bench.cs";

    public Command Create(StyleOptions style)
    {
        var folder = new Argument<string>("dir") { Description = "the folder to write to; created when absent", HelpName = "DIR", DefaultValueFactory = _ => "asyncload" };
        var file = new Option<string?>("--file") { Description = $"write one C# file with two benchmarks instead (default {DefaultFile})", HelpName = "FILE", Arity = ArgumentArity.ZeroOrOne };
        var command = new ExampleCommand(
            "init",
            "Write a profile with comments, and a plug-in project that it measures.",
            "init",
            "init bench/asyncload",
            "init --file bench.cs") { folder, file };
        command.Validators.Add(result =>
        {
            if (result.GetResult(file) is not null && result.GetResult(folder) is { Tokens.Count: > 0 }) result.AddError("init takes a folder or --file, not both");
        });
        command.SetAction(async (parsed, cancellation) =>
        {
            if (parsed.GetResult(file) is null) await WriteProjectAsync(parsed.GetRequiredValue(folder), style.Of(parsed), cancellation);
            else await WriteFileAsync(parsed.GetValue(file) ?? DefaultFile, style.Of(parsed), cancellation);
        });
        return command;
    }

    private Task WriteProjectAsync(string folder, OutputStyle style, CancellationToken cancellation)
    {
        var next = $"asyncload run {Typed(Path.Combine(folder, "profile.json"))}";
        return WriteAsync(folder, InitFiles.All(Version), next, style, cancellation);
    }

    private Task WriteFileAsync(string path, OutputStyle style, CancellationToken cancellation)
    {
        if (!ProfileSource.IsFile(path)) throw new CommandFailedException(ExitCode.BadArguments, $"--file takes the path of a C# file, such as {DefaultFile}, not {Printable.Quote(path)}");
        var next = $"asyncload compare {Typed(path)} OldWay NewWay";
        return WriteAsync(Path.GetDirectoryName(path) ?? "", [(Path.GetFileName(path), InitFiles.SingleFile(Typed(path)))], next, style, cancellation);
    }

    private async Task WriteAsync(string folder, IReadOnlyList<(string Name, string Content)> files, string next, OutputStyle style, CancellationToken cancellation)
    {
        try
        {
            var paths = files.Select(file => Path.Combine(folder, file.Name)).ToList();
            // All are checked before the first is written: half a project is of no use.
            if (paths.Where(path => File.Exists(path) || Directory.Exists(path)).ToList() is { Count: > 0 } taken)
                throw new CommandFailedException(ExitCode.OutputUnwritable, $"{string.Join(", ", taken)}: there already, and init overwrites nothing; name another folder or file");
            if (folder.Length > 0) Directory.CreateDirectory(folder);
            foreach (var (path, content) in paths.Zip(files, (path, file) => (path, file.Content))) await WriteAsync(path, content, cancellation);
            Show(folder, paths, next, style);
            if (AlsoCompiled([.. paths.Select(Path.GetFullPath)]) is { } note) await services.Terminal.Error.WriteLineAsync($"note: {Printable.Text(note)}");
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"cannot write to {(folder.Length > 0 ? folder : files[0].Name)}: {FileProblem.Cause(problem)}; name another folder or file");
        }
    }

    // CreateNew: a file that another program has just created stays as it is.
    private static async Task WriteAsync(string path, string content, CancellationToken cancellation)
    {
        await using var file = new StreamWriter(new FileStream(path, FileMode.CreateNew));
        await file.WriteAsync(content.AsMemory(), cancellation);
    }

    // A project around these files compiles them too, and fails, since it lacks the packages that they need. If they have a project of their own in a folder below, what that builds counts as well.
    private static string? AlsoCompiled(IReadOnlyList<string> paths)
    {
        var own = Path.GetDirectoryName(paths[0])!;
        var project = FolderPath.InAndAbove(own).SelectMany(folder => Directory.EnumerateFiles(folder, "*.csproj", new EnumerationOptions())).FirstOrDefault(file => !paths.Contains(file));
        if (Path.GetDirectoryName(project) is not { } around) return null;
        var below = paths.Count == 1 || own == around ? paths.Where(ProfileSource.IsFile) : [Path.Combine(own, "**")];
        var removed = string.Join(';', below.Select(path => Path.GetRelativePath(around, path)));
        return $"{project} compiles every C# file below its folder, these too: add <Compile Remove=\"{removed}\" /> to it, or write elsewhere";
    }

    private void Show(string folder, IReadOnlyList<string> paths, string next, OutputStyle style)
    {
        if (style.Format == OutputFormat.Json)
        {
            var written = new JsonObject { ["folder"] = folder, ["files"] = new JsonArray([.. paths.Select(path => (JsonNode)path)]), ["next"] = next };
            services.Terminal.Output.WriteLine(written.ToJsonString(ModelJson.Indented.Options));
            return;
        }

        foreach (var path in paths) services.Terminal.Output.WriteLine($"wrote {Printable.Text(path)}");
        services.Terminal.Output.WriteLine($"next: {Printable.Text(next)}");
    }

    // Quoted where a shell would split it: in single quotes on Unix, in double quotes on Windows.
    private static string Typed(string path) =>
        path.All(character => char.IsAsciiLetterOrDigit(character) || character == Path.DirectorySeparatorChar || "/.:_-+,@".Contains(character, StringComparison.Ordinal)) ? path
        : ThisSystem.Names.Quote(path);

    // Package versions have no commit in them.
    private static string Version => ToolVersion.Current.Split('+')[0];
}

/// <summary>
/// What <c>init</c> writes: a profile with a comment on every line that a reader would ask about, and a plug-in project that it measures.
/// They lie in <c>Template</c>, where no build takes them for code of this program.
/// </summary>
internal static class InitFiles
{
    /// <summary>Name and content of each file, the profile first.</summary>
    /// <param name="version">Version of this program, and of the package with the contract.</param>
    public static IReadOnlyList<(string Name, string Content)> All(string version) =>
    [
        ("profile.json", Template("profile.json.txt")),
        ("profile.schema.json", SchemaCommand.Text("profile") + "\n"),
        ("MyWorkloads.csproj", Template("MyWorkloads.csproj.txt").Replace("{version}", version, StringComparison.Ordinal)),
        ("PriceLookup.cs", Template("PriceLookup.cs.txt")),
    ];

    /// <summary>One C# file with two benchmarks, which <c>compare</c> takes as it is.</summary>
    /// <param name="path">Its path, as its comments name it.</param>
    public static string SingleFile(string path) => Template("bench.cs.txt").Replace("{file}", path, StringComparison.Ordinal);

    private static string Template(string name) => EmbeddedText.Read(typeof(InitFiles).Assembly, name);
}
