using System.Text;
using AsyncLoad.Testing;
using AsyncLoad.Tests.Tracing.Advisor;
using AsyncLoad.Tests.Tracing.Advisor.Samples;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class SourceMapTests : IDisposable
{
    private const string Shop = "tests/AsyncLoad.Tests/Tracing/Advisor/Samples/SampleShop.cs";

    private readonly string folder = Directory.CreateTempSubdirectory("al-lines-").FullName;
    private readonly AssemblyFile samples = AssemblyFile.Open(Sites.Module)!;

    public void Dispose()
    {
        samples.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    [Theory]
    [InlineData("PlainAsync", "public async Task PlainAsync()")]
    [InlineData("PlainPooledAsync", "public async ValueTask PlainPooledAsync()")]
    [InlineData("Explicit", "public Task<string> Explicit(int id)")]
    [InlineData("ConvertsAsync", "public async ValueTask<int> ConvertsAsync(int id)")]
    public void A_method_has_the_line_of_its_first_statement(string method, string written)
    {
        var source = Find(samples, method).Source!;

        Assert.EndsWith(Shop, source.File.Replace('\\', '/'), StringComparison.Ordinal);
        Assert.Contains(written, Repository.Lines(Shop)[source.Line - 1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_call_has_the_line_of_its_statement()
    {
        var method = Find(samples, "CapturesAsync");
        var code = samples.Methods.CodeOf(method.Handle);
        var call = samples.Code(code).Single(instruction => instruction.Calls && samples.Called(instruction.Operand) is { Name: "FindIndex" });

        Assert.Contains("Array.FindIndex(list", Repository.Lines(Shop)[samples.Lines.At(code, call.Offset)!.Line - 1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_pdb_of_another_build_tells_nothing_and_is_named()
    {
        var path = Copy(Sites.Module);
        File.Copy(Path.ChangeExtension(typeof(MeasuredPair).Assembly.Location, "pdb"), Path.ChangeExtension(path, "pdb"));
        using var assembly = AssemblyFile.Open(path)!;

        Assert.Null(Find(assembly, "PlainAsync").Source);
        Assert.Equal("AsyncLoad.Tests.pdb", assembly.Lines.Unused);
    }

    [Fact]
    public void Without_a_pdb_nothing_is_told()
    {
        using var assembly = AssemblyFile.Open(Copy(Sites.Module))!;

        Assert.Equal((null, null), (Find(assembly, "PlainAsync").Source, assembly.Lines.Unused));
        Assert.Null(samples.Lines.Unused);
    }

    [Fact]
    public void A_pdb_inside_the_assembly_serves_too()
    {
        var path = Embedded();
        using var assembly = AssemblyFile.Open(path)!;

        Assert.Equal(new SourcePoint("/_/Shop.cs", 4), assembly.Methods.Find(new TracedFrame(null, "Shop", "Price", ""))!.Source);
        Assert.Null(assembly.Lines.Unused);
    }

    [Fact]
    public void A_pdb_that_unpacks_to_too_much_is_not_read()
    {
        var path = Embedded();
        var bytes = File.ReadAllBytes(path);
        var head = bytes.AsSpan().IndexOf("MPDB"u8);
        BitConverter.TryWriteBytes(bytes.AsSpan(head + 4), int.MaxValue);
        File.WriteAllBytes(path, bytes);
        using var assembly = AssemblyFile.Open(path)!;

        Assert.Null(assembly.Methods.Find(new TracedFrame(null, "Shop", "Price", ""))!.Source);
    }

    [Fact]
    public void A_damaged_pdb_is_read_as_far_as_it_makes_sense()
    {
        var original = typeof(MeasuredPair).Assembly.Location;
        var path = Copy(original);
        var whole = File.ReadAllBytes(Path.ChangeExtension(original, "pdb"));
        var random = new Random(1);
        var told = 0;
        for (var attempt = 0; attempt < 150; attempt++)
        {
            var damaged = (byte[])whole.Clone();
            for (var flip = 0; flip < 20; flip++) damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            File.WriteAllBytes(Path.ChangeExtension(path, "pdb"), attempt % 3 == 0 ? damaged[..random.Next(damaged.Length)] : damaged);
            using var assembly = AssemblyFile.Open(path)!;
            told += assembly.Metadata.MethodDefinitions.Count(method => assembly.Lines.Of(method) is not null && assembly.Lines.At(method, 10) is not null);
        }

        Assert.True(told > 1_000, $"{told}");
    }

    [Fact]
    public void Advice_says_where_the_method_stands()
    {
        var source = Assert.Single(Sites.Advise(Sites.Of(Sites.TaskOf("System.Decimal"), 20, Sites.MoveNext("PriceAsync", typeof(int)))).Methods).Source!;

        Assert.EndsWith("SampleShop.cs", source.File, StringComparison.Ordinal);
        Assert.Equal($"{source.File}:{source.Line}", source.ToString());
    }

    [Fact]
    public void Files_below_the_working_folder_are_relative_to_it()
    {
        Assert.Equal(new SourceLine("src/Orders.cs", 3), SourceLine.Of(new SourcePoint(Path.Combine(Environment.CurrentDirectory, "src", "Orders.cs"), 3)));
        Assert.Equal(new SourceLine("/_/src/Orders.cs", 3), SourceLine.Of(new SourcePoint("/_/src/Orders.cs", 3)));
        Assert.Equal(new SourceLine(@"C:\src\Orders.cs", 3), SourceLine.Of(new SourcePoint(@"C:\src\Orders.cs", 3)));
        Assert.Null(SourceLine.Of(null));
    }

    private string Embedded()
    {
        var path = Path.Combine(folder, "Embedded.dll");
        using var image = File.Create(path);
        var tree = CSharpSyntaxTree.ParseText("\nclass Shop\n{\n    int Price() => 1;\n}\n", path: "/_/Shop.cs", encoding: Encoding.UTF8);
        var library = MetadataReference.CreateFromFile(typeof(object).Assembly.Location);
        var compilation = CSharpCompilation.Create("Embedded", [tree], [library], new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
        Assert.True(compilation.Emit(image, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded)).Success);
        return path;
    }

    private static MethodFacts Find(AssemblyFile assembly, string method) => assembly.Methods.Find(new TracedFrame(null, typeof(SampleShop).FullName!, method, ""))!;

    private string Copy(string assembly)
    {
        var path = Path.Combine(folder, Path.GetFileName(assembly));
        File.Copy(assembly, path);
        return path;
    }
}
