using System.IO.Compression;
using System.Reflection.Metadata;
using System.Text;
using System.Xml.Linq;
using Xunit;

namespace AsyncLoad.EndToEnd.Packages;

/// <summary>What the settings of this repository make of a project whose clone has a remote, as that of a release has. This clone need not have one, so one is made up around a project of one file.</summary>
public sealed class SourceLinkTests : IDisposable
{
    private const string Commit = "0123456789abcdef0123456789abcdef01234567";

    // By this the format of portable symbols knows the record.
    private static readonly Guid SourceLink = new("cc110556-a091-4d38-9fec-25ab9a351a6a");

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task Symbols_say_where_the_sources_of_their_commit_are()
    {
        CloneOf("https://github.com/somebody/asyncload.git");
        Directory.CreateDirectory(sandbox.At("linked"));
        sandbox.Write(Path.Combine("linked", "Linked.csproj"), """<Project Sdk="Microsoft.NET.Sdk" />""");
        sandbox.Write(Path.Combine("linked", "Answer.cs"), "namespace Linked;\n\ninternal static class Answer\n{\n    public static int Get() => 42;\n}\n");
        // It needs none.
        Directory.CreateDirectory(sandbox.At("packages"));
        Dotnet.Serve(sandbox, sandbox.At("packages"));

        await Dotnet.RunAsync(sandbox, "build", Path.Combine("linked", "Linked.csproj"), "-c", "Release", "-o", "built");

        Assert.Contains($"https://raw.githubusercontent.com/somebody/asyncload/{Commit}/*", LinksIn(Path.Combine(sandbox.At("built"), "AsyncLoad.Linked.pdb")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_package_names_the_page_of_the_repository_and_the_changes_of_its_version()
    {
        CloneOf("https://github.com/somebody/asyncload.git");
        Directory.CreateDirectory(sandbox.At("packed"));
        sandbox.Write(Path.Combine("packed", "Packed.csproj"), """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><IsPackable>true</IsPackable><PackageReadmeFile /><Version>1.2.3</Version></PropertyGroup></Project>""");
        Directory.CreateDirectory(sandbox.At("packages"));
        Dotnet.Serve(sandbox, sandbox.At("packages"));

        await Dotnet.RunAsync(sandbox, "pack", Path.Combine("packed", "Packed.csproj"), "-c", "Release", "-o", "out");

        using var package = ZipFile.OpenRead(Path.Combine(sandbox.At("out"), "AsyncLoad.Packed.1.2.3.nupkg"));
        using var nuspec = package.GetEntry("AsyncLoad.Packed.nuspec")!.Open();
        var metadata = XDocument.Load(nuspec).Root!.Elements().Single().Elements().ToDictionary(element => element.Name.LocalName, element => element.Value);
        Assert.Equal("https://github.com/somebody/asyncload", metadata["projectUrl"]);
        Assert.Equal("What changed in version 1.2.3: https://github.com/somebody/asyncload/blob/v1.2.3/CHANGELOG.md", metadata["releaseNotes"]);
    }

    // As much of a clone as the build reads.
    private void CloneOf(string remote)
    {
        Directory.CreateDirectory(Path.Combine(sandbox.At(".git"), "refs", "heads"));
        Directory.CreateDirectory(Path.Combine(sandbox.At(".git"), "objects"));
        sandbox.Write(Path.Combine(".git", "HEAD"), "ref: refs/heads/main\n");
        sandbox.Write(Path.Combine(".git", "refs", "heads", "main"), Commit + "\n");
        sandbox.Write(Path.Combine(".git", "config"), $"[core]\n\trepositoryformatversion = 0\n\tbare = false\n[remote \"origin\"]\n\turl = {remote}\n");
        foreach (var settings in new[] { "Directory.Build.props", "BannedSymbols.txt" }) File.Copy(Path.Combine(Repository.Root, settings), sandbox.At(settings));
    }

    private static string LinksIn(string symbols)
    {
        using var provider = MetadataReaderProvider.FromPortablePdbStream(File.OpenRead(symbols));
        var reader = provider.GetMetadataReader();
        var record = reader.GetCustomDebugInformation(EntityHandle.ModuleDefinition)
            .Select(handle => reader.GetCustomDebugInformation(handle))
            .Single(information => reader.GetGuid(information.Kind) == SourceLink);
        return Encoding.UTF8.GetString(reader.GetBlobBytes(record.Value));
    }
}
