using System.Text;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Building;

/// <summary>Builds one C# file that names its packages in <c>#:package</c> lines, as <c>dotnet build FILE</c> does. The same content is built once.</summary>
/// <param name="file">Path of the file.</param>
/// <param name="dotnet">What runs the commands.</param>
internal sealed partial class FileBuild(string file, DotnetBuild dotnet)
{
    // CS8805: a library cannot have top-level statements.
    private const string NeedsEntryPoint = "error CS8805";

    // CS0246: the first word of "using BenchmarkDotNet.Attributes" is not known.
    private const string NeedsAttributes = "error CS0246: The type or namespace name 'BenchmarkDotNet'";

    // The line that names the package of [Benchmark].
    private const string AttributesPackage = "#:package BenchmarkDotNet@0.15.8";

    /// <summary>A file of the user, where it lies.</summary>
    public FileBuild(string file)
        : this(file, new DotnetBuild(file))
    {
    }

    /// <summary>Further properties that the file is built with, each in the form <c>Name=Value</c>.</summary>
    public IReadOnlyList<string> Properties { get; init; } = [];

    /// <summary>Says what is wrong with the packages once they are restored, before anything is compiled; null where nothing is to be said.</summary>
    public Func<string?>? Restored { get; init; }

    private string FullPath => Path.GetFullPath(file);

    /// <summary>Builds it, unless that was done before.</summary>
    /// <returns>The path of what was built.</returns>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<string> RunAsync(CancellationToken cancellation)
    {
        try
        {
            var cache = BuildCache.Open();
            var key = Key(RegularFile.Read(file, BuildKey.MostBytes));
            if (cache.Find(key) is { } built) return built;
            var folder = cache.NewFolder(key);
            await BuildAsync(folder, cancellation);
            return cache.Keep(folder, key, BuildCache.AssemblyIn(folder)) ?? throw dotnet.Failure("dotnet build wrote no assembly");
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw dotnet.Failure(problem.Message);
        }
    }

    /// <summary>Builds it into a new folder, which is removed when the build fails.</summary>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task BuildAsync(string folder, CancellationToken cancellation)
    {
        if (Restored is not null)
        {
            await dotnet.RunAsync(["restore", FullPath, .. DotnetBuild.Quiet, "-p:Configuration=Release", .. Given], Folder, cancellation);
            if (Restored() is { } wrong) throw dotnet.Failure(wrong);
        }

        // Most files of benchmarks are a library; one that also starts BenchmarkDotNet has top-level statements and is a program.
        var ended = await DotnetBuild.TryAsync([.. Command(folder), "-p:OutputType=Library"], Folder, cancellation);
        if (ended.ExitCode != 0 && ended.Output.Contains(NeedsEntryPoint, StringComparison.Ordinal)) ended = await DotnetBuild.TryAsync(Command(folder), Folder, cancellation);
        if (ended.ExitCode == 0) return;
        PrivateDirectories.TryRemove(folder);
        throw ended.Output switch
        {
            var said when said.Contains("MSB4025", StringComparison.Ordinal) => dotnet.Failure("the .NET SDK in use cannot build a single file: install .NET SDK 10, or name a project"),
            var said when said.Contains(NeedsAttributes, StringComparison.Ordinal) => dotnet.Failure($"it uses BenchmarkDotNet and does not name its package: add the line \"{AttributesPackage}\" at the top of the file\n{said}"),
            _ => dotnet.Failure(ended),
        };
    }

    private string Folder => Path.GetDirectoryName(FullPath)!;

    private string[] Command(string folder) => ["build", FullPath, .. DotnetBuild.Usual, .. Restored is null ? [] : new[] { "--no-restore" }, "-o", folder, .. Given];

    private string[] Given =>
    [
        // AOT would need the package of the native compiler, which nothing here uses.
        "-p:PublishAot=false",
        // A library has no runtimeconfig.json. "dotnet run" runs a program, with settings of its #:property lines.
        "-p:GenerateRuntimeConfigurationFiles=true",
        $"-p:AsyncLoadContract={HostFiles.Contract("")}",
        .. Properties.Select(property => $"-p:{property}"),
    ];

    // What a build takes in of other files is not in the key: such a file is built each time, since they may have changed.
    private string Key(byte[] content) => BuildKey.Of(
        TakesInOthers(Encoding.UTF8.GetString(content)) || BuildKey.Inherited(Folder).Any(file => NamesOthers().IsMatch(Encoding.UTF8.GetString(RegularFile.Read(file, BuildKey.MostBytes))))
            ? [FullPath, Guid.NewGuid().ToString()]
            : [FullPath],
        content,
        Folder);

    private static bool TakesInOthers(string text) => text.Split('\n').Select(line => line.Trim()).Any(line =>
        line.StartsWith("#:project", StringComparison.Ordinal) || line.StartsWith("#:include", StringComparison.Ordinal) || line.StartsWith("#:ref", StringComparison.Ordinal)
        || (line.StartsWith("#:package", StringComparison.Ordinal) && line.Contains('*', StringComparison.Ordinal)));

    // Settings that import a file or compile one in, and versions such as "2.*".
    [GeneratedRegex(@"<(?:Import|Compile|ProjectReference|EmbeddedResource|AdditionalFiles|Analyzer)\s|File::|Version(?:Override)?=""[^""]*\*")]
    private static partial Regex NamesOthers();
}
