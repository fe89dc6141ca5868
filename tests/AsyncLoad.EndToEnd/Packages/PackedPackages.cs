using System.Collections.Immutable;
using System.IO.Compression;
using System.Text;
using System.Xml.Linq;
using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>The packages that <c>dotnet pack</c> makes of what was built with these tests.</summary>
public sealed class PackedPackages : IAsyncLifetime
{
    private static readonly string[] Projects = ["src/Harness", "src/Workloads", "src/Testing", "templates"];

    private readonly Sandbox sandbox = new();

    /// <summary>The folder that they are in.</summary>
    internal string Folder => sandbox.At("packed");

    public async ValueTask InitializeAsync()
    {
        foreach (var project in Projects)
        {
            var path = Path.Combine(Repository.Root, project);
            using var program = RunningProgram.Start(
                sandbox, Repository.Muxer, ["pack", path, "--no-build", "-c", Repository.Configuration, "-o", Folder], ("MSBUILDDISABLENODEREUSE", "1"));
            (await program.EndAsync()).Expect(0);
        }
    }

    public ValueTask DisposeAsync()
    {
        sandbox.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <summary>Paths of the files in a package, what the format itself asks for aside.</summary>
    internal IReadOnlyList<string> Files(string file)
    {
        using var package = ZipFile.OpenRead(Path.Combine(Folder, file));
        return [.. package.Entries.Select(entry => entry.FullName).Where(name => !IsOfFormat(name)).Order(StringComparer.Ordinal)];
    }

    /// <summary>A file in a package.</summary>
    internal ImmutableArray<byte> Bytes(string file, string path)
    {
        using var package = ZipFile.OpenRead(Path.Combine(Folder, file));
        using var content = package.GetEntry(path)!.Open();
        using var bytes = new MemoryStream();
        content.CopyTo(bytes);
        return [.. bytes.ToArray()];
    }

    /// <summary>A file of text in a package.</summary>
    internal string Text(string file, string path) => Encoding.UTF8.GetString([.. Bytes(file, path)]);

    /// <summary>What a package says of itself.</summary>
    internal XElement Metadata(string id)
    {
        using var package = ZipFile.OpenRead(Path.Combine(Folder, $"{id}.{Version}.nupkg"));
        using var nuspec = package.GetEntry($"{id}.nuspec")!.Open();
        return XDocument.Load(nuspec).Root!.Elements().Single();
    }

    /// <summary>Version of all of them.</summary>
    internal string Version =>
        Path.GetFileNameWithoutExtension(Directory.GetFiles(Folder, "AsyncLoad.Tool.*.nupkg").Single())["AsyncLoad.Tool.".Length..];

    private static bool IsOfFormat(string name) =>
        name.EndsWith(".nuspec", StringComparison.Ordinal) || name.StartsWith("_rels/", StringComparison.Ordinal)
        || name.StartsWith("package/", StringComparison.Ordinal) || name == "[Content_Types].xml";
}

/// <summary>Tests of this collection share the packages; none of them changes their folder.</summary>
[CollectionDefinition]
public sealed class PackageReaders : ICollectionFixture<PackedPackages>;
