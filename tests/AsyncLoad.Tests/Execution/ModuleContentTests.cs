using System.Text;
using AsyncLoad.Harness.Execution;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class ModuleContentTests
{
    private const string Source = """
        using System;
        using System.Runtime.InteropServices;

        [assembly: System.Reflection.AssemblyInformationalVersion("1.0.0+COMMIT")]

        [Used]
        public class Orders
        {
            private static readonly byte[] Table = new byte[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 };
            public static ReadOnlySpan<int> Primes => new int[] { 2, 3, 5, 7, 11, 13, 17, 19 };
            public int Sum() { var sum = 0; foreach (var one in Table) sum += one; return sum + Local.Two(); }
            [DllImport("libc")] private static extern int getpid();
        }

        public sealed class UsedAttribute : Attribute
        {
            public UsedAttribute([System.Runtime.CompilerServices.CallerLineNumber] int line = 0, [System.Runtime.CompilerServices.CallerFilePath] string file = "") => (Line, File) = (line, file);
            public int Line { get; }
            public string File { get; }
        }

        file static class Local { public static int Two() { try { return 2; } finally { Console.WriteLine("two"); } } }
        """;

    [Fact]
    public void The_same_sources_in_two_folders_are_the_same()
    {
        var (one, other) = (Compiled("/a/Orders.cs"), Compiled("/a/much/longer/" + new string('x', 4_000) + "/Orders.cs"));
        Assert.NotEqual(one, other);
        Assert.NotNull(ModuleContent.OfManaged(one));
        Assert.Equal(ModuleContent.OfManaged(one), ModuleContent.OfManaged(other));
    }

    [Fact]
    public void The_time_of_a_compilation_and_its_commit_do_not_count()
    {
        var (one, other) = (Compiled(commit: new string('a', 40), deterministic: false), Compiled(commit: new string('b', 40), deterministic: false));
        Assert.NotEqual(one, other);
        Assert.Equal(ModuleContent.OfManaged(one), ModuleContent.OfManaged(other));
    }

    [Theory]
    [InlineData("return 2;", "return 3;")]
    [InlineData("9, 10, 11 }", "9, 10, 12 }")]
    [InlineData("17, 19 }", "17, 23 }")]
    [InlineData("\"two\"", "\"owt\"")]
    [InlineData("int Sum()", "int Add()")]
    [InlineData("int Sum()", "long Sum()")]
    [InlineData("[Used]", "[Used(7)]")]
    [InlineData("\"libc\"", "\"libm\"")]
    [InlineData("1.0.0+", "1.0.1+")]
    public void What_an_assembly_does_counts(string before, string after) =>
        Assert.NotEqual(ModuleContent.OfManaged(Compiled()), ModuleContent.OfManaged(Compiled(source: Source.Replace(before, after, StringComparison.Ordinal))));

    [Fact]
    public void An_embedded_file_counts() =>
        Assert.NotEqual(ModuleContent.OfManaged(Compiled(resource: "one")), ModuleContent.OfManaged(Compiled(resource: "two")));

    [Fact]
    public void What_is_no_assembly_has_no_such_hash_and_a_damaged_one_is_no_failure()
    {
        Assert.Null(ModuleContent.OfManaged([]));
        Assert.Null(ModuleContent.OfManaged("a library, but only by its name"u8.ToArray()));
        var whole = Compiled();
        // All but the last bytes are needed, so a short one is never taken for the whole.
        for (var length = 0; length < whole.Length / 2; length += 97) Assert.NotEqual(ModuleContent.OfManaged(whole), ModuleContent.OfManaged(whole[..length]));
        for (var place = 0; place < whole.Length; place++)
        {
            var damaged = whole.ToArray();
            damaged[place] ^= 0xFF;
            ModuleContent.OfManaged(damaged);
        }
    }

    [Fact]
    public void Code_that_was_compiled_ahead_of_time_is_compared_byte_by_byte() =>
        Assert.Null(ModuleContent.OfManaged(File.ReadAllBytes(typeof(object).Assembly.Location)));

    private static byte[] Compiled(string path = "/a/Orders.cs", string source = Source, string commit = "COMMIT", bool deterministic = true, string? resource = null)
    {
        var tree = CSharpSyntaxTree.ParseText(SourceText.From(source.Replace("COMMIT", commit, StringComparison.Ordinal), Encoding.UTF8), path: path, cancellationToken: TestContext.Current.CancellationToken);
        var references = ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator).Where(file => Path.GetFileName(file).StartsWith("System.", StringComparison.Ordinal)).Select(file => MetadataReference.CreateFromFile(file));
        var compilation = CSharpCompilation.Create("Orders", [tree], references, new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release, deterministic: deterministic));
        using var image = new MemoryStream();
        using var symbols = new MemoryStream();
        var emitted = compilation.Emit(
            image,
            symbols,
            manifestResources: resource is null ? null : [new ResourceDescription("data.txt", () => new MemoryStream(Encoding.UTF8.GetBytes(resource)), isPublic: true)],
            options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: Path.ChangeExtension(path, ".pdb")),
            cancellationToken: TestContext.Current.CancellationToken);
        Assert.True(emitted.Success, string.Join('\n', emitted.Diagnostics));
        return image.ToArray();
    }
}
