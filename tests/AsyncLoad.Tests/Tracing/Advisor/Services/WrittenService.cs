using System.Text;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.CodeAnalysis.Text;
using ILOpCode = System.Reflection.Metadata.ILOpCode;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>C# of a test, compiled as a service, and advice on its methods.</summary>
internal sealed class WrittenService : IDisposable
{
    private const int Samples = 20;
    private const string Usings = "using System; using System.Collections.Concurrent; using System.Collections.Generic; using System.Runtime.CompilerServices; using System.Threading; using System.Threading.Tasks; ";

    /// <summary>Where its assemblies are.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("al-written-").FullName;

    /// <param name="source">Its types, in one file.</param>
    /// <param name="kind">What it is built as.</param>
    /// <param name="level">A Debug build is not optimised.</param>
    public WrittenService(string source, OutputKind kind = OutputKind.DynamicallyLinkedLibrary, OptimizationLevel level = OptimizationLevel.Release) => Emit("Service", [("Service.cs", source)], kind, level);

    /// <summary>In several files.</summary>
    public WrittenService(params IReadOnlyList<(string File, string Source)> files) => Emit("Service", files, OutputKind.DynamicallyLinkedLibrary, OptimizationLevel.Release);

    /// <summary>In another language than C#.</summary>
    public WrittenService(SourceLanguage language, string source) => OtherCompiler.Compile(language, source, Folder);

    /// <summary>With a package: its types, and those of the service.</summary>
    public WrittenService(string package, string source)
    {
        Emit("Package", [("Package.cs", package)], OutputKind.DynamicallyLinkedLibrary, OptimizationLevel.Release);
        Emit("Service", [("Service.cs", source)], OutputKind.DynamicallyLinkedLibrary, OptimizationLevel.Release, MetadataReference.CreateFromFile(Path.Combine(Folder, "Package.dll")));
        File.WriteAllText(
            Path.Combine(Folder, "Service.deps.json"),
            """{ "targets": { "net": { "Package/1.0.0": { "runtime": { "lib/net8.0/Package.dll": {} } } } }, "libraries": { "Package/1.0.0": { "type": "package" } } }""");
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    /// <summary>Advice on a method that makes tasks of a text. Overloads need its signature as the runtime writes it.</summary>
    public Advice OnTasks(string type, string method, string signature = "") => Xunit.Assert.Single(Sites.Advise(Sites.Of(Sites.TaskOf("System.String"), Samples, Frame(type, method) with { Signature = signature })).Methods);

    /// <summary>Advice on a method that suspends.</summary>
    public Advice OnBoxes(string type, string method)
    {
        var machine = MachineOf(type, method);
        return Xunit.Assert.Single(Sites.Advise(Sites.Of(Sites.Box(machine, "System.String"), Samples, Sites.BoxMaker(), Frame(type, method) with { Type = machine, Method = "MoveNext" })).Methods);
    }

    /// <summary>Advice on a method that suspends at an awaiter which takes a delegate; the frames between the two, innermost first.</summary>
    public IReadOnlyList<Advice> OnAwaiter(string type, string method, params TracedFrame[] builder)
    {
        var moveNext = Frame(type, method) with { Type = MachineOf(type, method), Method = "MoveNext" };
        return Sites.Advise(
            Sites.Sized(Sites.Box(moveNext.Type, "System.String"), Samples, 96, Sites.BoxMaker(), moveNext),
            Sites.Sized("System.Action", Samples, 64, [.. builder, moveNext])).Methods;
    }

    /// <summary>Advice on an async method that starts work on the thread pool.</summary>
    public Advice OnRuns(string type, string method) => Xunit.Assert.Single(Sites.Advise(Sites.Of(
        Sites.TaskOf("System.Int32"), Samples, Sites.Runtime("System.Threading.Tasks.Task", "Run"), Frame(type, method) with { Type = MachineOf(type, method), Method = "MoveNext" })).Methods);

    /// <summary>Advice on a method that makes a closure: the first of its code.</summary>
    public Advice OnClosure(string type, string method)
    {
        using var assembly = AssemblyFile.Open(Frame(type, method).Module!)!;
        var closure = CodeScan.Of(assembly.Methods.Find(Frame(type, method))!).Creates.Select(created => created.Type.Last).First(name => name.StartsWith('<'));
        return Xunit.Assert.Single(Sites.Advise(Sites.Sized($"{type}+{closure}", Samples, 24, Frame(type, method))).Methods);
    }

    /// <summary>Advice on a method that makes a delegate; its type as traces name it.</summary>
    public Advice OnDelegate(string type, string method, string made) => Xunit.Assert.Single(Sites.Advise(Sites.Sized(made, Samples, 64, Frame(type, method))).Methods);

    /// <summary>Objects that the method itself allocates.</summary>
    public AllocationSite Site(string type, string method, string made, int samples) => Sites.Of(made, samples, Frame(type, method));

    /// <summary>Objects that are made in the statement that calls something; the frames between, innermost first.</summary>
    public AllocationSite SiteAt(string type, string method, string called, string made, params TracedFrame[] between)
    {
        using var assembly = AssemblyFile.Open(Frame(type, method).Module!)!;
        var table = assembly.Methods;
        var step = IteratorOf(assembly, type, method);
        var code = step is null ? table.CodeOf(table.Find(Frame(type, method))!.Handle) : table.Find(step)!.Handle;
        var call = assembly.Code(code).First(instruction => (instruction.Calls || instruction.Code == ILOpCode.Newobj) && assembly.Called(instruction.Operand) is { } named && (named.Name == called || named.Type.Last == called));
        var own = table.Describe(code)!.Called;
        var frame = step ?? new TracedFrame(Frame(type, method).Module, own.Type.Full, own.Name, "");
        return Sites.Of(made, Samples, [.. between, frame]) with { Place = new IlRange(call.Offset, call.Offset + 1) };
    }

    // A step of an iterator that is not async.
    private TracedFrame? IteratorOf(AssemblyFile assembly, string type, string method) => assembly.Metadata.TypeDefinitions
        .Select(handle => TypeDecoder.Type(assembly.Metadata, handle)!)
        .Where(nested => nested.Definition.StartsWith($"{type}+<{method}>d__", StringComparison.Ordinal) && assembly.Methods.OfMachine(nested) is null)
        .Select(nested => Frame(nested.Definition, "MoveNext") with { Signature = "instance bool  ()" })
        .FirstOrDefault();

    private string MachineOf(string type, string method)
    {
        using var assembly = AssemblyFile.Open(Frame(type, method).Module!)!;
        return assembly.Methods.Describe(assembly.Methods.CodeOf(assembly.Methods.Find(Frame(type, method))!.Handle))!.Called.Type.Full;
    }

    private TracedFrame Frame(string type, string method) => new(Path.Combine(Folder, "Service.dll"), type, method, "");

    private void Emit(string name, IReadOnlyList<(string File, string Source)> files, OutputKind kind, OptimizationLevel level, params MetadataReference[] more)
    {
        var compilation = CSharpCompilation.Create(
            name,
            files.Select(file => Written(Path.Combine(Folder, file.File), Usings + file.Source)),
            [.. Runtime(), .. more],
            new CSharpCompilationOptions(kind, optimizationLevel: level, nullableContextOptions: NullableContextOptions.Enable));
        using var image = File.Create(Path.Combine(Folder, name + ".dll"));
        using var symbols = File.Create(Path.Combine(Folder, name + ".pdb"));
        var result = compilation.Emit(image, symbols, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.PortablePdb, pdbFilePath: Path.Combine(Folder, name + ".pdb")));
        if (!result.Success) throw new InvalidOperationException(string.Join('\n', result.Diagnostics.Where(found => found.Severity == DiagnosticSeverity.Error)));
    }

    private static SyntaxTree Written(string path, string text)
    {
        File.WriteAllText(path, text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false));
        return CSharpSyntaxTree.ParseText(SourceText.From(text, new UTF8Encoding(encoderShouldEmitUTF8Identifier: false), SourceHashAlgorithm.Sha256), new CSharpParseOptions(LanguageVersion.Latest), path);
    }

    private static IEnumerable<MetadataReference> Runtime() =>
        ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
            .Where(file => Path.GetFileName(file).StartsWith("System.", StringComparison.Ordinal))
            .Select(file => MetadataReference.CreateFromFile(file));
}
