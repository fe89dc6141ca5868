using AsyncLoad.Testing;
using AsyncLoad.Tests.Tracing.Advisor;
using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class AssemblyFileTests : IDisposable
{
    private readonly string folder = Directory.CreateTempSubdirectory("al-metadata-").FullName;

    public void Dispose() => Directory.Delete(folder, recursive: true);

    [Fact]
    public void What_is_no_assembly_is_not_opened()
    {
        Assert.Null(AssemblyFile.Open(Path.Combine(folder, "missing.dll")));
        Assert.Null(AssemblyFile.Open(folder));
        Assert.Null(AssemblyFile.Open(Saved([])));
        Assert.Null(AssemblyFile.Open(Saved("no assembly"u8.ToArray())));
        Assert.Null(AssemblyFile.Open(Sites.Module, largest: 100));
        if (OperatingSystem.IsLinux()) Assert.Null(AssemblyFile.Open("/dev/zero"));
    }

    [Fact]
    public void A_damaged_assembly_is_read_as_far_as_it_makes_sense()
    {
        // Small, so that a few bits are much of it and a walk is short; with async methods in it.
        var whole = File.ReadAllBytes(typeof(MeasuredPair).Assembly.Location);
        var random = new Random(1);
        var read = 0;
        for (var attempt = 0; attempt < 150; attempt++)
        {
            var damaged = (byte[])whole.Clone();
            for (var flip = 0; flip < 5; flip++) damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            read += Walk(Saved(attempt % 3 == 0 ? damaged[..random.Next(damaged.Length)] : damaged));
        }

        Assert.True(read > 1_000, $"{read}");
    }

    [Fact]
    public void Folders_serve_where_the_path_of_the_trace_does_not()
    {
        using var without = new AssemblyLibrary([]);
        using var with = new AssemblyLibrary([folder, Path.GetDirectoryName(Sites.Module)!]);
        const string Traced = @"C:\app\AsyncLoad.Tests.dll";

        Assert.Null(without.Find(Traced));
        Assert.Equal("AsyncLoad.Tests.dll", with.Find(Traced)!.FileName);
        Assert.Same(with.Find(Traced), with.Find(Traced));
    }

    [Fact]
    public void Frameworks_are_found_beside_that_of_the_runtime()
    {
        var beside = Directory.CreateDirectory(Path.Combine(folder, "shared", "Microsoft.AspNetCore.App", "10.0.1"));
        File.Copy(Sites.Module, Path.Combine(beside.FullName, "Microsoft.Some.dll"));
        using var library = new AssemblyLibrary([]);
        library.AddRuntime(Path.Combine(folder, "shared", "Microsoft.NETCore.App", "10.0.1", "System.Private.CoreLib.dll"));

        Assert.Equal("Microsoft.Some.dll", library.Referenced("Microsoft.Some")?.FileName);
        Assert.Null(library.Referenced("Microsoft.Other"));
        Assert.Null(library.Referenced("../10.0.1/Microsoft.Some"));
    }

    [Theory]
    [InlineData(@"\\server\share\AsyncLoad.Tests.dll")]
    [InlineData("//server/share/AsyncLoad.Tests.dll")]
    [InlineData("bin/AsyncLoad.Tests.dll")]
    [InlineData("")]
    [InlineData("memory")]
    [InlineData("\0.dll")]
    public void A_trace_cannot_make_it_look_elsewhere(string module)
    {
        using var library = new AssemblyLibrary([folder]);

        Assert.Null(library.Find(module));
    }

    // How many methods could be described.
    private static int Walk(string path)
    {
        using var assembly = AssemblyFile.Open(path);
        if (assembly is null) return 0;
        using var library = new AssemblyLibrary([]);
        var methods = assembly.Metadata.MethodDefinitions.Select(assembly.Methods.Describe).OfType<MethodFacts>().ToList();
        foreach (var method in methods) CodeScan.Of(method);
        _ = assembly.Calls.Of("none");
        if (methods.Count > 0) _ = new Callers(library).Of(methods[0]);
        return methods.Count;
    }

    private string Saved(byte[] bytes)
    {
        var path = Path.Combine(folder, $"{Guid.NewGuid():N}.dll");
        File.WriteAllBytes(path, bytes);
        return path;
    }
}
