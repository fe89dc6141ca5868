using System.Diagnostics;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using System.Reflection.PortableExecutable;
using System.Runtime.InteropServices;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>An assembly, read as a file: it is never loaded. For assemblies of the framework only names and types are read. Its content may be damaged; see <see cref="Damage"/>.</summary>
internal sealed class AssemblyFile : IDisposable
{
    /// <summary>Largest file that is read, in bytes.</summary>
    public const long Largest = 256L << 20;

    private readonly PEReader image;
    private readonly bool hasCode;
    private readonly Dictionary<int, CalledMethod?> called = [];
    private readonly Dictionary<(MethodDefinitionHandle Method, IlRange? Part), CodeScan> scans = [];
    private readonly Lazy<TypeTable> types;
    private readonly Lazy<MethodTable> methods;
    private readonly Lazy<CallIndex> calls;
    private readonly Lazy<AttributeTexts> attributes;
    private readonly Lazy<SourceLanguage> language;
    private readonly Lazy<SourceMap> lines;
    private readonly Lazy<TargetFramework?> target;

    private AssemblyFile(string path, PEReader image)
    {
        this.image = image;
        FileName = Path.GetFileName(path);
        hasCode = !Framework.OwnsFile(FileName);
        Metadata = image.GetMetadataReader();
        Identity = Damage.Tolerate(() => Metadata.GetGuid(Metadata.GetModuleDefinition().Mvid).ToString()) ?? "";
        types = new Lazy<TypeTable>(() => new TypeTable(Metadata));
        methods = new Lazy<MethodTable>(() => new MethodTable(this));
        calls = new Lazy<CallIndex>(() => new CallIndex(this));
        attributes = new Lazy<AttributeTexts>(() => new AttributeTexts(this));
        language = new Lazy<SourceLanguage>(() => Damage.Tolerate<object>(() => SourceLanguages.Of(Metadata)) is SourceLanguage told ? told : SourceLanguage.CSharp);
        lines = new Lazy<SourceMap>(() => new SourceMap(image, path, Methods));
        target = new Lazy<TargetFramework?>(() => TargetFramework.Of(this));
    }

    public string FileName { get; }

    /// <summary>Differs between builds, also where two assemblies share a name; empty when it cannot be read.</summary>
    public string Identity { get; }

    /// <summary>Finds an assembly that this one refers to, by its name; none where no library opened it.</summary>
    public Func<string, AssemblyFile?> Referenced { get; set; } = _ => null;

    /// <summary>Its assembly name; empty when that cannot be read.</summary>
    public string Name => Damage.Tolerate(() => Metadata.GetString(Metadata.GetAssemblyDefinition().Name)) ?? "";

    public MetadataReader Metadata { get; }

    /// <summary>Its types, found once.</summary>
    public TypeTable Types => types.Value;

    /// <summary>What it was written in.</summary>
    public SourceLanguage Language => language.Value;

    /// <summary>What it was built for; null where it does not say.</summary>
    public TargetFramework? Target => target.Value;

    /// <summary>Whether it is a Debug build: its code is not optimised.</summary>
    public bool IsDebugBuild => Damage.Tolerate<object>(() => Modes() is { } modes && (modes & (int)DebuggableAttribute.DebuggingModes.DisableOptimizations) != 0) is true;

    /// <summary>Which build it is: the identities of its PDBs; empty without a PDB, and for the framework.</summary>
    public IReadOnlyList<Guid> Signatures => !hasCode ? [] : Damage.Tolerate(() => image.ReadDebugDirectory()
        .Where(entry => entry.Type == DebugDirectoryEntryType.CodeView)
        .Select(entry => image.ReadCodeViewDebugDirectoryData(entry).Guid)
        .ToList()) ?? [];

    /// <summary>Its methods, found once.</summary>
    public MethodTable Methods => methods.Value;

    /// <summary>Its calls of methods that can be awaited, found once.</summary>
    public CallIndex Calls => calls.Value;

    /// <summary>Its attributes that may name a method, found once.</summary>
    public AttributeTexts Attributes => attributes.Value;

    /// <summary>Where its code stands in source files, read once.</summary>
    public SourceMap Lines => lines.Value;

    /// <summary>Reads a file into memory.</summary>
    /// <param name="largest">Files above this size are not read, in bytes.</param>
    /// <returns>Null when there is no such file, or it is not an assembly.</returns>
    public static AssemblyFile? Open(string path, long largest = Largest)
    {
        PEReader? image = null;
        try
        {
            if (!RegularFile.Is(path)) return null;
            image = Framework.OwnsFile(Path.GetFileName(path)) ? NamesOf(path, largest) : new PEReader(ImmutableCollectionsMarshal.AsImmutableArray(RegularFile.Read(path, largest)));
            var opened = image.HasMetadata ? new AssemblyFile(path, image) : null;
            if (opened is not null) image = null;
            return opened;
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException || Damage.Explains(failure))
        {
            return null;
        }
        finally
        {
            image?.Dispose();
        }
    }

    /// <summary>Names of the assemblies that it references; empty when they cannot be read.</summary>
    public IReadOnlyList<string> References() =>
        Damage.Tolerate(() => Metadata.AssemblyReferences.Select(handle => Metadata.GetString(Metadata.GetAssemblyReference(handle).Name)).ToList()) ?? [];

    /// <summary>The code of a method; empty when it has none or it cannot be read.</summary>
    public IReadOnlyList<IlInstruction> Code(MethodDefinitionHandle method) => Body(method, withLocals: false).Instructions;

    /// <summary>The same with all that belongs to it.</summary>
    public CodeBody Body(MethodDefinitionHandle method) => Body(method, withLocals: true);

    /// <summary>How many parts of a method's code are guarded by a handler, such as a catch or a finally.</summary>
    public int Guarded(MethodDefinitionHandle method) => Damage.Tolerate(() =>
    {
        var address = Metadata.GetMethodDefinition(method).RelativeVirtualAddress;
        return address == 0 || !hasCode ? null : image.GetMethodBody(address);
    })?.ExceptionRegions.Length ?? 0;

    /// <summary>What the code of a method creates and calls, looked up once.</summary>
    /// <param name="part">The part that is looked at; null for all of it.</param>
    public CodeScan Scan(MethodDefinitionHandle method, IlRange? part = null)
    {
        if (!scans.TryGetValue((method, part), out var scan))
            scans.Add((method, part), scan = CodeScan.Of(this, [.. Code(method).Where(instruction => part?.Holds(instruction.Offset) != false)]));
        return scan;
    }

    /// <summary>The method that a token in code stands for; null for one that cannot be read.</summary>
    public CalledMethod? Called(int token)
    {
        if (called.TryGetValue(token, out var known)) return known;
        var found = Damage.Tolerate(() => Written(Find(MetadataTokens.EntityHandle(token))));
        called.Add(token, found);
        return found;
    }

    /// <summary>The method that a call names, here or in an assembly that this one refers to; null for one of the framework, and where it cannot be read.</summary>
    public MethodFacts? Declared(CalledMethod called) =>
        Framework.Owns(called.Type) ? null : Methods.Find(called) ?? (called.Assembly == Name ? null : Referenced(called.Assembly)?.Methods.Find(called));

    /// <summary>The type of a field; null when its token cannot be read.</summary>
    public NamedType? TypeOfField(int token) =>
        OfField(token, field => TypeDecoder.Field(Metadata, field.Signature), member => TypeDecoder.Field(Metadata, member.Signature));

    /// <summary>The name of a field; null when its token cannot be read.</summary>
    public string? FieldOf(int token) => OfField(token, field => Metadata.GetString(field.Name), member => Metadata.GetString(member.Name));

    /// <summary>The type that declares a field; null when its token cannot be read.</summary>
    public NamedType? OwnerOfField(int token) =>
        OfField(token, field => TypeDecoder.Type(Metadata, field.GetDeclaringType()), member => TypeDecoder.Type(Metadata, member.Parent));

    /// <summary>The text that a token in code stands for; null when it cannot be read.</summary>
    public string? Text(int token) => Damage.Tolerate(() => Metadata.GetUserString((UserStringHandle)MetadataTokens.Handle(token)));

    // A field of this assembly, or of one that it refers to.
    private T? OfField<T>(int token, Func<FieldDefinition, T?> own, Func<MemberReference, T?> other)
        where T : class => Damage.Tolerate(() =>
        {
            var handle = MetadataTokens.EntityHandle(token);
            return handle.Kind switch
            {
                HandleKind.FieldDefinition => own(Metadata.GetFieldDefinition((FieldDefinitionHandle)handle)),
                HandleKind.MemberReference => other(Metadata.GetMemberReference((MemberReferenceHandle)handle)),
                _ => null,
            };
        });

    /// <summary>The type that a token in code stands for; null when it stands for none.</summary>
    public NamedType? TypeOf(int token) => Damage.Tolerate(() => TypeDecoder.Type(Metadata, MetadataTokens.EntityHandle(token)));

    public void Dispose()
    {
        if (lines.IsValueCreated) Lines.Dispose();
        image.Dispose();
    }

    private int? Modes()
    {
        foreach (var handle in Metadata.GetAssemblyDefinition().GetCustomAttributes())
        {
            var attribute = Metadata.GetCustomAttribute(handle);
            if (Methods.AttributeName(attribute.Constructor) != "System.Diagnostics.DebuggableAttribute") continue;
            // Two bytes stand before the modes, and a count of named arguments behind them. Another constructor, which no compiler uses any more, takes two flags.
            var value = Metadata.GetBlobReader(attribute.Value);
            if (value.Length < sizeof(ushort) + sizeof(int) + sizeof(ushort)) return null;
            value.ReadUInt16();
            return value.ReadInt32();
        }

        return null;
    }

    // Names and types are a third of such a file.
    private static PEReader NamesOf(string path, long largest)
    {
        using var stream = RegularFile.Open(path);
        return stream.Length > largest ? throw new IOException($"{path} has {stream.Length} B") : new PEReader(stream, PEStreamOptions.PrefetchMetadata);
    }

    private CodeBody Body(MethodDefinitionHandle method, bool withLocals) => !hasCode ? CodeBody.None : Damage.Tolerate(() =>
    {
        var address = Metadata.GetMethodDefinition(method).RelativeVirtualAddress;
        if (address == 0) return CodeBody.None;
        var body = image.GetMethodBody(address);
        var locals = withLocals && !body.LocalSignature.IsNil ? TypeDecoder.Locals(Metadata, Metadata.GetStandaloneSignature(body.LocalSignature).Signature) : [];
        return new CodeBody(IlReader.Read(body.GetILReader()), locals, body.ExceptionRegions);
    }) ?? CodeBody.None;

    // A state machine cannot call a method of the base class, so the compiler makes it call a helper that does.
    private CalledMethod? Written(CalledMethod? called)
    {
        if (called is null || !GeneratedName.CallsBase(called.Name) || Types.Find(called.Type.Definition) is not { } type) return called;
        // Numbered, so that no two of a type bear one name.
        var caller = Metadata.GetTypeDefinition(type).GetMethods().FirstOrDefault(method => Metadata.StringComparer.Equals(Metadata.GetMethodDefinition(method).Name, called.Name));
        return !caller.IsNil && Code(caller).Where(instruction => instruction.Calls).ToList() is [var only] ? Find(MetadataTokens.EntityHandle(only.Operand)) : called;
    }

    private CalledMethod? Find(EntityHandle handle)
    {
        if (handle.Kind == HandleKind.MethodSpecification)
        {
            var specified = Metadata.GetMethodSpecification((MethodSpecificationHandle)handle);
            // One that names another of its kind would never end.
            return specified.Method.Kind == HandleKind.MethodSpecification
                ? null
                : Find(specified.Method) is { } general ? general with { Arguments = TypeDecoder.Arguments(Metadata, specified.Signature) } : null;
        }

        if (handle.Kind == HandleKind.MethodDefinition)
        {
            var method = Metadata.GetMethodDefinition((MethodDefinitionHandle)handle);
            return Find(method.GetDeclaringType(), method.Name, method.Signature);
        }

        if (handle.Kind != HandleKind.MemberReference) return null;
        var member = Metadata.GetMemberReference((MemberReferenceHandle)handle);
        return member.GetKind() == MemberReferenceKind.Method ? Find(member.Parent, member.Name, member.Signature) : null;
    }

    private CalledMethod? Find(EntityHandle type, StringHandle name, BlobHandle signature) =>
        TypeDecoder.Type(Metadata, type) is { } declaring
            ? new CalledMethod(declaring, Metadata.GetString(name), TypeDecoder.Signature(Metadata, signature)) { Assembly = TypeDecoder.Scope(Metadata, TypeDecoder.Definition(Metadata, type)) ?? Name }
            : null;
}

/// <summary>The types of an assembly by name.</summary>
internal sealed class TypeTable
{
    private readonly Dictionary<string, TypeDefinitionHandle> types = new(StringComparer.Ordinal);

    public TypeTable(MetadataReader metadata)
    {
        foreach (var handle in metadata.TypeDefinitions)
        {
            if (Damage.Tolerate(() => TypeDecoder.Type(metadata, handle)) is { } type) types.TryAdd(type.Definition, handle);
        }
    }

    /// <summary>A type; null when the assembly does not define it.</summary>
    /// <param name="definition">Its full name, nested types after <c>+</c>, without type arguments.</param>
    public TypeDefinitionHandle? Find(string definition) => types.TryGetValue(definition, out var handle) ? handle : null;
}
