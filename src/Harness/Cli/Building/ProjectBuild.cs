using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Builds a project for measuring: in Release, with its packages beside it, for the newest framework that this program runs.</summary>
/// <param name="project">Path of a project file, or of a folder that holds one.</param>
/// <param name="dotnet">What runs the commands.</param>
internal sealed partial class ProjectBuild(string project, DotnetBuild dotnet)
{
    /// <summary>A project of the user, where it lies.</summary>
    public ProjectBuild(string project)
        : this(project, new DotnetBuild(project))
    {
    }

    // The member of MSBuild's answer that holds the properties.
    private const string AnswerMember = "Properties";

    /// <summary>Further properties that the project is evaluated and built with, each in the form <c>Name=Value</c>.</summary>
    public IReadOnlyList<string> Properties { get; init; } = [];

    /// <summary>The folder that its output has to lie in; null for any.</summary>
    public string? Within { get; init; }

    /// <summary>The oldest runtime that loads the build, by its target framework; null for this program's runtime.</summary>
    public string? Framework { get; init; }

    /// <summary>Says what is wrong with the packages once they are restored, before anything is compiled; null where nothing is to be said.</summary>
    public Func<string?>? Restored { get; init; }

    private IEnumerable<string> Given => Properties.Select(property => $"-p:{property}");

    private string FullPath => Path.GetFullPath(project);

    private string Folder => File.Exists(project) ? Path.GetDirectoryName(FullPath)! : FullPath;

    private string[] Projects => [.. Directory.EnumerateFiles(Folder, "*.*proj").Order(StringComparer.Ordinal)];

    // Of a folder, its project: MSBuild would take a solution that lies beside it.
    private string Name => Path.GetFileName(File.Exists(project) ? FullPath : Projects[0]);

    // Relative to its folder, since MSBuild gives some characters of a path a meaning. The dot protects a name that begins with a dash.
    private string Target => Path.Combine(".", Name);

    /// <summary>Builds it.</summary>
    /// <returns>The path of what was built.</returns>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<string> RunAsync(CancellationToken cancellation)
    {
        if ((NotOne() ?? Misread()) is { } refusal) throw dotnet.Failure(refusal);
        var properties = await PropertiesAsync(null, cancellation);
        string? framework = null;
        if (properties is { TargetFramework: "", TargetFrameworks: "" })
            throw dotnet.Failure($"it names no target framework: name a project with <TargetFramework>net{Environment.Version.Major}.0</TargetFramework> or an earlier one");
        if (properties.TargetFramework.Length == 0)
        {
            // Where none is old enough, loading it there fails and says so.
            framework = Newest(properties.TargetFrameworks, Math.Min(VersionOf(Framework ?? "")?.Major ?? Environment.Version.Major, Environment.Version.Major))
                ?? Newest(properties.TargetFrameworks, Environment.Version.Major)
                ?? throw dotnet.Failure($"it targets {properties.TargetFrameworks}, and this program runs .NET {Environment.Version.Major}: add net{Environment.Version.Major}.0 or an earlier framework");
            properties = await PropertiesAsync(framework, cancellation);
        }

        if (properties.TargetPath.Length == 0) throw dotnet.Failure("it builds no assembly: name the project that has the benchmarks");
        if (Within is { } folder && !Path.GetFullPath(properties.TargetPath).StartsWith(folder + Path.DirectorySeparatorChar, StringComparison.Ordinal))
            throw dotnet.Failure($"it writes its output to {Printable.Text(properties.TargetPath)}, outside its repository: set an output folder inside it, or build both sides yourself and name them by plugin=PATH");
        string[] rest =
        [
            "-nodeReuse:false",
            // A project can build against the contract of this program, without a package.
            $"-p:AsyncLoadContract={Escaped(HostFiles.Contract(properties.TargetFramework))}",
            .. Given,
        ];
        if (Restored is not null)
        {
            await dotnet.RunAsync(["restore", Target, .. DotnetBuild.Quiet, "-p:Configuration=Release", .. rest], Folder, cancellation);
            if (Restored() is { } wrong) throw dotnet.Failure(wrong);
        }

        string[] build = ["build", Target, .. DotnetBuild.Usual, .. Restored is null ? [] : new[] { "--no-restore" }, .. framework is null ? [] : new[] { "-f", framework }, .. rest];
        await dotnet.RunAsync(build, Folder, cancellation);
        return File.Exists(properties.TargetPath) ? properties.TargetPath : throw dotnet.Failure($"dotnet build left no assembly at {Printable.Text(properties.TargetPath)}, where the project says that it lies: build it yourself, and name the assembly by --plugin or plugin=PATH");
    }

    private async Task<Evaluated> PropertiesAsync(string? framework, CancellationToken cancellation)
    {
        string[] ask =
        [
            "msbuild", Target, "-nologo", "-nodeReuse:false", "-p:Configuration=Release", $"-p:AsyncLoadContract={Escaped(HostFiles.Contract(framework ?? ""))}",
            "-getProperty:TargetFramework", "-getProperty:TargetFrameworks", "-getProperty:TargetPath",
            .. framework is null ? [] : new[] { $"-p:TargetFramework={framework}" },
            .. Given,
        ];
        var output = await dotnet.RunAsync(ask, Folder, cancellation);
        try
        {
            using var answer = JsonDocument.Parse(output);
            var properties = answer.RootElement.GetProperty(AnswerMember);
            string Text(string name) => properties.GetProperty(name).GetString() ?? "";
            return new Evaluated(Text("TargetFramework"), Text("TargetFrameworks"), Text("TargetPath"));
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException)
        {
            throw dotnet.Failure($"dotnet msbuild did not say where its output is: {output}");
        }
    }

    // A sentence where it is not one project, since nothing says which of several has the benchmarks; null where it is.
    private string? NotOne()
    {
        if (File.Exists(project))
        {
            return Path.GetExtension(project).ToLowerInvariant() switch
            {
                ".sln" or ".slnx" or ".slnf" => "it is a solution: name the project in it that has the benchmarks",
                ".dll" or ".exe" => "it is built already: name it by --plugin or plugin=PATH",
                _ => null,
            };
        }

        return Projects switch
        {
            [] => "its folder has no project: name the project that has the benchmarks",
            [_] => null,
            var several => $"its folder has several projects: name one of {string.Join(", ", several.Select(file => Printable.Text(Path.GetFileName(file))))}",
        };
    }

    // A sentence when the path has characters that MSBuild reads wrong, null otherwise. Escaping does not help: the SDK joins paths before it reads them.
    private string? Misread()
    {
        var sign = MisreadInFolder().Match(Folder) is { Success: true } inFolder ? inFolder.Value
            : MisreadInName().Match(Name) is { Success: true } inName ? inName.Value
            : null;
        return sign is null ? null : $"its path contains {Printable.Quote(sign)}, which MSBuild cannot read: rename it, or move it to another folder";
    }

    /// <summary>A value as MSBuild's command line takes it, where a semicolon or comma would begin the next one.</summary>
    public static string Escaped(string value) => SpecialInValue().Replace(value, sign => string.Create(CultureInfo.InvariantCulture, $"%{(int)sign.Value[0]:X2}"));

    // A drive of Windows has a colon too.
    [GeneratedRegex(@"%[0-9A-Fa-f]{2}|@\(|[*?]|(?<!\A[A-Za-z]):")]
    private static partial Regex MisreadInFolder();

    [GeneratedRegex(@"@\(|[*?""]")]
    private static partial Regex MisreadInName();

    [GeneratedRegex(@"[%;,$@'*?]")]
    private static partial Regex SpecialInValue();

    // "net10.0" before "net9.0", and both before "netstandard2.0"; nothing that is newer than the runtime.
    private static string? Newest(string frameworks, int major) => frameworks
        .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
        .Select(framework => (Framework: framework, Version: VersionOf(framework)))
        .Where(entry => entry.Version is { } version && version.Major <= major)
        .OrderByDescending(entry => entry.Version)
        .Select(entry => entry.Framework)
        .FirstOrDefault();

    private static Version? VersionOf(string framework) =>
        framework.StartsWith("netstandard", StringComparison.OrdinalIgnoreCase) ? new Version(0, 1) : RuntimeSettings.VersionOf(framework);

    private sealed record Evaluated(string TargetFramework, string TargetFrameworks, string TargetPath);
}
