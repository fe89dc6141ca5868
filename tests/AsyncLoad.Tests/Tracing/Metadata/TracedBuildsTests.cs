using AsyncLoad.Tests.Tracing.Advisor;
using AsyncLoad.Tests.Tracing.Advisor.Services;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

/// <summary>Files that are another build than the one that was traced tell nothing.</summary>
public sealed class TracedBuildsTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("al-builds-");

    private static Guid Own
    {
        get
        {
            using var assembly = AssemblyFile.Open(Sites.Module)!;
            return Assert.Single(assembly.Signatures);
        }
    }

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public void A_file_of_another_build_is_not_read_and_is_named()
    {
        var report = Advise(new Guid("5d3f1a35-0c0f-4a26-8a7a-6f0d3c1b2a19"));

        var advice = Assert.Single(report.Methods);
        Assert.Equal((AdviceWeight.Conditional, "SampleShop.PriceAsync"), (advice.Weight, advice.Method));
        Assert.Equal(["AsyncLoad.Tests.dll"], report.OtherBuilds);
        Assert.Empty(report.WithoutMetadata);
    }

    [Fact]
    public void The_same_build_and_one_of_which_nothing_is_told_are_read()
    {
        foreach (var signature in new[] { Own, default })
        {
            var report = Advise(signature);
            Assert.Equal("SampleShop.PriceAsync(string)", Assert.Single(report.Methods).Method);
            Assert.Empty(report.OtherBuilds);
        }
    }

    [Fact]
    public void Of_two_builds_in_one_process_both_are_read()
    {
        var builds = new TracedBuilds();
        builds.Add("/a/AsyncLoad.Tests.dll", Guid.NewGuid());
        builds.Add("/b/asyncload.tests.dll", Own);
        using var assembly = AssemblyFile.Open(Sites.Module)!;

        Assert.False(builds.Exclude(assembly));
    }

    [Fact]
    public void A_folder_with_the_traced_build_helps()
    {
        var builds = new TracedBuilds();
        builds.Add(Sites.Module, Own);
        var changed = Path.Combine(folder.FullName, "AsyncLoad.Tests.dll");
        File.WriteAllBytes(changed, Changed(File.ReadAllBytes(Sites.Module)));
        using var without = new AssemblyLibrary([], builds);
        using var with = new AssemblyLibrary([Path.GetDirectoryName(Sites.Module)!], builds);

        Assert.Null(without.Find(changed));
        Assert.Equal(["AsyncLoad.Tests.dll"], without.OtherBuilds);
        Assert.NotNull(with.Find(changed));
        Assert.Empty(with.OtherBuilds);
    }

    // Published as one file: the assembly is not at its path.
    [Theory]
    [InlineData(true, true)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public void Where_it_was_built_here_it_is_found_beside_the_PDB_that_the_build_wrote(bool isSameBuild, bool hasSource)
    {
        using var service = new WrittenService("public static class Shop { public static Task<int> GetAsync() => Task.FromResult(1); }");
        using var assembly = AssemblyFile.Open(Path.Combine(service.Folder, "Service.dll"))!;
        var builds = new TracedBuilds();
        builds.Add("/single/Service.dll", isSameBuild ? Assert.Single(assembly.Signatures) : Guid.NewGuid(), Path.Combine(service.Folder, "Service.pdb"));
        if (!hasSource) File.Delete(Path.Combine(service.Folder, "Service.cs"));
        using var library = new AssemblyLibrary([], builds);

        Assert.Equal(isSameBuild && hasSource, library.Find("/single/Service.dll") is not null);
        Assert.Empty(library.OtherBuilds);
    }

    // Built again with DebugType none.
    [Fact]
    public void A_file_that_states_no_build_is_another_one_than_a_build_that_is_traced()
    {
        var path = Path.Combine(folder.FullName, "Bare.dll");
        var token = TestContext.Current.CancellationToken;
        var source = CSharpSyntaxTree.ParseText("class Bare;", cancellationToken: token);
        var compilation = CSharpCompilation.Create("Bare", [source], [MetadataReference.CreateFromFile(typeof(object).Assembly.Location)], new(OutputKind.DynamicallyLinkedLibrary));
        Assert.True(compilation.Emit(path, cancellationToken: token).Success);
        using var assembly = AssemblyFile.Open(path)!;
        var builds = new TracedBuilds();
        builds.Add(path, Guid.NewGuid());

        Assert.True(builds.Exclude(assembly));
        builds.Add(path, default);
        Assert.False(builds.Exclude(assembly));
    }

    // As if built again from other sources.
    private static byte[] Changed(byte[] image)
    {
        var signature = image.AsSpan().IndexOf(Own.ToByteArray());
        image[signature] ^= 0xFF;
        return image;
    }

    private static AdviceReport Advise(Guid signature)
    {
        var builds = new TracedBuilds();
        builds.Add(Sites.Module, signature);
        return AdviceBuilder.Build(
            [Sites.Of(Sites.TaskOf("System.Decimal"), 30, Sites.MoveNext("PriceAsync", typeof(string)))], Sites.Seconds, AllocationSource.Sampled, new AdviceOptions(0, []), new TracedCode(null, builds));
    }
}
