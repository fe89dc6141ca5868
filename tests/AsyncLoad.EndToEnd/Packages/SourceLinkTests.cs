using System.Reflection.Metadata;
using System.Text;
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
