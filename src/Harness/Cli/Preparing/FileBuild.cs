using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Builds one C# file that names its packages in <c>#:package</c> lines, as <c>dotnet build FILE</c> does. The same content is built once.</summary>
/// <param name="file">Path of the file.</param>
internal sealed class FileBuild(string file)
{
    private const long MostBytes = 10_000_000;

    // CS8805: a library cannot have top-level statements.
    private const string NeedsEntryPoint = "error CS8805";

    // What the SDK takes from the folders above a file.
    private static readonly string[] Inherited =
        ["global.json", "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "NuGet.config", "nuget.config", "NuGet.Config"];

    private readonly DotnetBuild dotnet = new(file);

    private string FullPath => Path.GetFullPath(file);

    /// <summary>Builds it, unless that was done before.</summary>
    /// <returns>The path of what was built.</returns>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public async Task<string> RunAsync(CancellationToken cancellation)
    {
        if (!File.Exists(file)) throw dotnet.Failure("there is no such file");
        try
        {
            var cache = BuildCache.Open();
            var key = Key(RegularFile.Read(file, MostBytes));
            if (cache.Find(key) is { } built) return built;
            var folder = cache.NewFolder(key);
            await BuildAsync(folder, cancellation);
            return cache.Keep(folder, key) ?? throw dotnet.Failure("dotnet build wrote no assembly");
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw dotnet.Failure(problem.Message);
        }
    }

    // Most files of benchmarks are a library; one that also starts BenchmarkDotNet has top-level statements and is a program.
    private async Task BuildAsync(string folder, CancellationToken cancellation)
    {
        var ended = await DotnetBuild.TryAsync([.. Command(folder), "-p:OutputType=Library"], Folder, cancellation);
        if (ended.ExitCode != 0 && ended.Output.Contains(NeedsEntryPoint, StringComparison.Ordinal)) ended = await DotnetBuild.TryAsync(Command(folder), Folder, cancellation);
        if (ended.ExitCode == 0) return;
        PrivateDirectories.TryRemove(folder);
        throw ended.Output.Contains("MSB4025", StringComparison.Ordinal)
            ? dotnet.Failure("the .NET SDK that is used here builds no single files: install .NET SDK 10, or name a project")
            : dotnet.Failure(ended);
    }

    private string Folder => Path.GetDirectoryName(FullPath)!;

    private string[] Command(string folder) =>
    [
        "build", FullPath, "-c", "Release", "--nologo", "-v", "quiet", "-clp:ErrorsOnly", "-o", folder, "-p:UseSharedCompilation=false",
        "-p:CopyLocalLockFileAssemblies=true",
        // It would ask for the package of the native compiler, which nothing here uses.
        "-p:PublishAot=false",
        $"-p:AsyncLoadContract={HostFiles.Contract("")}",
    ];

    // All that the build depends on: the file and its path, what the folders above it say, the SDKs, and this program.
    private string Key(byte[] content)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        void Add(byte[] part)
        {
            hash.AppendData(BitConverter.GetBytes(part.Length));
            hash.AppendData(part);
        }

        Add(content);
        Add(Encoding.UTF8.GetBytes(string.Join('\n', [FullPath, ToolVersion.Current, .. Sdks()])));
        for (var folder = Folder; folder is not null; folder = Path.GetDirectoryName(folder))
        {
            foreach (var path in Inherited.Select(name => Path.Combine(folder, name)).Where(RegularFile.Is)) Add(RegularFile.Read(path, MostBytes));
        }

        // A file that takes in others is built each time: they may have changed.
        if (TakesInOthers(Encoding.UTF8.GetString(content))) Add(Guid.NewGuid().ToByteArray());
        return Convert.ToHexStringLower(hash.GetHashAndReset()[..16]);
    }

    private static bool TakesInOthers(string text) => text.Split('\n').Select(line => line.Trim()).Any(line =>
        line.StartsWith("#:project", StringComparison.Ordinal) || line.StartsWith("#:include", StringComparison.Ordinal) || line.StartsWith("#:ref", StringComparison.Ordinal));

    private static IEnumerable<string> Sdks() => Path.GetDirectoryName(HostFiles.Muxer) is { Length: > 0 } root && Directory.Exists(Path.Combine(root, "sdk"))
        ? Directory.EnumerateDirectories(Path.Combine(root, "sdk")).Order(StringComparer.Ordinal)
        : [];
}
