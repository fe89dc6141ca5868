using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.Metadata.Ecma335;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>The methods of an assembly: which belongs to a state machine, which to a frame, and what is known of it.</summary>
internal sealed class MethodTable
{
    private static readonly string[] Known = [Framework.CompilerServices + "AsyncStateMachineAttribute", Framework.CompilerServices + "AsyncIteratorStateMachineAttribute", Framework.CompilerServices + "AsyncMethodBuilderAttribute"];

    // MethodImplOptions.Async, which .NET 10 has in preview.
    private const MethodImplAttributes RuntimeAsync = (MethodImplAttributes)0x2000;

    // Lambdas inside lambdas.
    private const int DeepestLambda = 8;

    private readonly AssemblyFile assembly;
    private readonly MetadataReader metadata;
    private readonly Dictionary<string, MethodDefinitionHandle> ofMachines = new(StringComparer.Ordinal);
    private readonly Dictionary<MethodDefinitionHandle, string> machines = [];
    private readonly HashSet<MethodDefinitionHandle> pooled = [];
    private readonly HashSet<MethodDefinitionHandle> ownBuilders = [];
    private readonly Lazy<FieldInitialisers> initialisers;
    private readonly Dictionary<MethodDefinitionHandle, MethodFacts?> described = [];
    private bool hasOtherTokens;

    /// <summary>Reads the tables once.</summary>
    public MethodTable(AssemblyFile assembly)
    {
        this.assembly = assembly;
        metadata = assembly.Metadata;
        initialisers = new Lazy<FieldInitialisers>(() => new FieldInitialisers(assembly));
        foreach (var handle in metadata.CustomAttributes) Damage.Tolerate(() => Take(metadata.GetCustomAttribute(handle)));
        TakeUnnamed();
    }

    /// <summary>The method that a state machine was made from; null when there is none.</summary>
    /// <param name="machine">Type of the state machine, with all types around it.</param>
    public MethodFacts? OfMachine(NamedType machine) =>
        ofMachines.TryGetValue(Plain(machine.Definition), out var method) ? Describe(method) : null;

    /// <summary>The method of a frame; null when it cannot be determined.</summary>
    public MethodFacts? Find(TracedFrame frame)
    {
        if (NamedType.Parse(frame.Type) is not { } type || assembly.Types.Find(type.Definition) is not { } owner) return null;
        var named = Damage.Tolerate(() => Named(owner, frame.Method).Select(Describe).OfType<MethodFacts>().ToList()) ?? [];
        if (named.Count <= 1) return named.FirstOrDefault();
        var alike = Alike(named, frame.Signature);
        // A frame does not name the types around a nested type.
        return alike is [var only] ? only : hasOtherTokens ? null : (alike.Count > 0 ? alike : named).Find(method => MetadataTokens.GetToken(method.Handle) == frame.Token);
    }

    /// <summary>Compares the token of a frame that is the only one of its name. Trimming numbers methods anew, so tokens of a trimmed assembly are not those of the one that was built.</summary>
    public void Compare(TracedFrame frame)
    {
        if (frame.Token != 0 && Find(frame) is { } found && MetadataTokens.GetToken(found.Handle) != frame.Token) hasOtherTokens = true;
    }

    /// <summary>The method that a developer wrote and whose code this is: that of the state machine for its <c>MoveNext</c>, else itself.</summary>
    public MethodFacts? Of(MethodDefinitionHandle code)
    {
        if (Describe(code) is not { } described) return null;
        return described.Called.Name == "MoveNext" && OfMachine(described.Called.Type) is { } written ? written : described;
    }

    /// <summary>The names of the methods of a type, as the compiler wrote them; none for a type of another assembly.</summary>
    public IEnumerable<string> Names(NamedType type) => assembly.Types.Find(type.Definition) is { } owner
        ? metadata.GetTypeDefinition(owner).GetMethods().Select(method => metadata.GetString(metadata.GetMethodDefinition(method).Name))
        : [];

    /// <summary>Where the code of a method stands: in <c>MoveNext</c> of its state machine, or in itself.</summary>
    public MethodDefinitionHandle CodeOf(MethodDefinitionHandle method) =>
        machines.TryGetValue(method, out var machine) && assembly.Types.Find(machine) is { } type && Damage.Tolerate(() => Named(type, "MoveNext").ToList()) is [var moveNext] ? moveNext : method;

    /// <summary>What is known of a method; null when its metadata cannot be read.</summary>
    public MethodFacts? Describe(MethodDefinitionHandle method)
    {
        if (described.TryGetValue(method, out var known)) return known;
        var facts = Damage.Tolerate(() => Read(method));
        described.Add(method, facts);
        return facts;
    }

    /// <summary>The method that a call names; null when this assembly does not define it.</summary>
    public MethodFacts? Find(CalledMethod called) => assembly.Types.Find(called.Type.Definition) is not { } owner ? null : Damage.Tolerate(() =>
        Named(owner, called.Name).Select(Describe).FirstOrDefault(method => method?.Called.Parameters == called.Parameters));

    /// <summary>The methods of its type that bear its name, itself among them.</summary>
    public IReadOnlyList<MethodFacts> Overloads(MethodFacts method) => Damage.Tolerate(() =>
        Named(metadata.GetMethodDefinition(method.Handle).GetDeclaringType(), method.Called.Name).Select(Describe).OfType<MethodFacts>().ToList()) ?? [];

    /// <summary>Whether it is an extension method.</summary>
    public bool IsExtension(MethodDefinitionHandle method) =>
        Damage.Tolerate(() => Attributes(metadata.GetMethodDefinition(method).GetCustomAttributes(), Framework.CompilerServices + "ExtensionAttribute").ToList()) is [_, ..];

    /// <summary>Those attributes of a list that are of one type.</summary>
    public IEnumerable<CustomAttribute> Attributes(IEnumerable<CustomAttributeHandle> all, string type) =>
        all.Select(metadata.GetCustomAttribute).Where(attribute => AttributeName(attribute.Constructor) == type);

    /// <summary>The text that an attribute is given first; null for one that cannot be read.</summary>
    public string? Argument(BlobHandle value)
    {
        var blob = metadata.GetBlobReader(value);
        return blob.ReadUInt16() == 1 ? blob.ReadSerializedString() : null;
    }

    private static List<MethodFacts> Alike(List<MethodFacts> named, string traced)
    {
        if (MethodSignature.Parse(traced) is not { } signature) return [];
        var alike = named.FindAll(method => SameTypes(method.Called.Signature.ParameterTypes, signature.Parameters));
        if (alike.Count > 1) alike.RemoveAll(method => !IsExactly(method.Called.Signature, signature));
        return alike;
    }

    private static bool IsExactly(MethodSignature<NamedType> own, MethodSignature traced) =>
        SameTypes([own.ReturnType, .. own.ParameterTypes], [traced.Returns ?? own.ReturnType, .. traced.Parameters], withNamespaces: true);

    // A frame writes a nested type without the types around it, and without their namespace.
    private static bool SameTypes(IReadOnlyList<NamedType> these, IReadOnlyList<NamedType> those, bool withNamespaces = false) =>
        these.Count == those.Count
        && these.Zip(those).All(pair =>
            pair.First.Last == pair.Second.Last && pair.First.Suffix == pair.Second.Suffix
            && (!withNamespaces || pair.First.Path.Count > 1 || pair.First.Namespace == pair.Second.Namespace)
            && SameTypes(pair.First.Arguments, pair.Second.Arguments, withNamespaces));

    private static string Plain(string name) => name.Replace("\\", "", StringComparison.Ordinal);

    private IEnumerable<MethodDefinitionHandle> Named(TypeDefinitionHandle type, string name) =>
        metadata.GetTypeDefinition(type).GetMethods().Where(method => metadata.StringComparer.Equals(metadata.GetMethodDefinition(method).Name, name));

    private string? Take(CustomAttribute attribute)
    {
        if (attribute.Parent.Kind != HandleKind.MethodDefinition) return null;
        var method = (MethodDefinitionHandle)attribute.Parent;
        if (AttributeName(attribute.Constructor) is not { } kind || !Known.Contains(kind) || Argument(attribute.Value) is not { } argument) return null;
        if (kind is Framework.CompilerServices + "AsyncStateMachineAttribute" or Framework.CompilerServices + "AsyncIteratorStateMachineAttribute")
        {
            if (NamedType.Parse(argument) is not { } machine) return null;
            var name = Plain(machine.Definition);
            ofMachines.TryAdd(name, method);
            machines.TryAdd(method, name);
        }
        else if (argument.StartsWith(Framework.CompilerServices + "PoolingAsyncValueTaskMethodBuilder", StringComparison.Ordinal))
        {
            pooled.Add(method);
        }
        else
        {
            ownBuilders.Add(method);
        }

        return argument;
    }

    // F# does not record the method of a state machine, and a trimmed assembly has lost the record: it is the method that starts it, or creates that of an iterator.
    private void TakeUnnamed()
    {
        if (Framework.OwnsFile(assembly.FileName)) return;
        var unnamed = metadata.TypeDefinitions
            .Select(handle => Damage.Tolerate(() => IsMachine(metadata.GetTypeDefinition(handle)) ? TypeDecoder.Type(metadata, handle) : null))
            .OfType<NamedType>()
            .Where(machine => GeneratedName.IsMachine(machine.Last, "MoveNext") && !ofMachines.ContainsKey(Plain(machine.Definition)))
            .Select(machine => machine.Definition)
            .ToHashSet(StringComparer.Ordinal);
        if (unnamed.Count == 0) return;
        foreach (var method in metadata.MethodDefinitions)
        {
            var code = CodeScan.Of(assembly, assembly.Code(method));
            var started = code.Calls.Where(called => called is { Name: "Start", Arguments.Count: 1 }).Select(called => called.Arguments[0]);
            foreach (var machine in started.Concat(code.Creates.Select(created => created.Type)).Where(machine => unnamed.Contains(machine.Definition)))
            {
                if (ofMachines.TryAdd(Plain(machine.Definition), method)) machines.TryAdd(method, machine.Definition);
            }
        }
    }

    private bool IsMachine(TypeDefinition type) => type.GetInterfaceImplementations().Any(handle =>
        TypeDecoder.Type(metadata, metadata.GetInterfaceImplementation(handle).Interface)?.Definition == Framework.CompilerServices + "IAsyncStateMachine");

    /// <summary>The type of an attribute, by its constructor; null for one that cannot be read.</summary>
    public string? AttributeName(EntityHandle constructor)
    {
        var type = constructor.Kind switch
        {
            HandleKind.MemberReference => metadata.GetMemberReference((MemberReferenceHandle)constructor).Parent,
            HandleKind.MethodDefinition => metadata.GetMethodDefinition((MethodDefinitionHandle)constructor).GetDeclaringType(),
            _ => default(EntityHandle),
        };
        return type.IsNil ? null : TypeDecoder.Type(metadata, type)?.Definition;
    }

    private MethodFacts? Read(MethodDefinitionHandle handle)
    {
        var method = metadata.GetMethodDefinition(handle);
        if (TypeDecoder.Type(metadata, method.GetDeclaringType()) is not { } type) return null;
        var called = new CalledMethod(type, metadata.GetString(method.Name), TypeDecoder.Signature(metadata, method.Signature));
        var ofType = Names(metadata.GetTypeDefinition(method.GetDeclaringType()).GetGenericParameters());
        var names = new TypeParameters(ofType, Names(method.GetGenericParameters()));
        var open = type with { Arguments = [.. ofType.Select((_, index) => NamedType.Parameter(ofMethod: false, index))] };
        var name = Written(called);
        var written = new MethodName(open, name, called.Signature.ParameterTypes) { References = References(method, called.Signature.ParameterTypes.Length) }.Write(names);
        var csharp = name == called.Name || initialisers.Value.Of(type.Definition, called.Name) is null ? LambdaName.Of(assembly, called, written) : written;
        var isRuntimeAsync = (method.ImplAttributes & RuntimeAsync) != 0;
        return new MethodFacts(assembly, handle, csharp, type.Namespace, names, called, isRuntimeAsync || machines.ContainsKey(handle), pooled.Contains(handle)) { IsRuntimeAsync = isRuntimeAsync, HasOwnBuilder = ownBuilders.Contains(handle) };
    }

    // A lambda that initialises a field is named by that instead of the constructor.
    private string Written(CalledMethod method) => GeneratedName.Parse(method.Name) switch
    {
        GeneratedName.Lambda { Outer: ".ctor" or ".cctor" or "" } when initialisers.Value.Of(method.Type.Definition, method.Name) is { } field => $"<{field}>b__0",
        GeneratedName.Lambda { Outer: "", Index: var index } when MakerOf(method, 0) is { } maker => FormattableString.Invariant($"<{maker}>b__0_{index}"),
        _ => method.Name,
    };

    // Visual Basic does not name the method around a lambda: it is the one that makes the delegate, or the one around the lambda that does.
    private string? MakerOf(CalledMethod lambda, int depth) => depth > DeepestLambda ? null : assembly.Calls.Of(lambda.Key).Where(site => site.AsDelegate)
        .Select(site => Maker(WrittenAround(site.Method), depth))
        .FirstOrDefault(name => name is { Length: > 0 });

    private string? Maker(MethodDefinitionHandle handle, int depth)
    {
        var method = metadata.GetMethodDefinition(handle);
        var name = metadata.GetString(method.Name);
        if (GeneratedName.Parse(name) is not GeneratedName.Lambda { Outer: "" }) return name is ['.' or '<' or '_', ..] ? null : name;
        if (TypeDecoder.Type(metadata, method.GetDeclaringType()) is not { } type) return null;
        return initialisers.Value.Of(type.Definition, name) ?? MakerOf(new CalledMethod(type, name, TypeDecoder.Signature(metadata, method.Signature)), depth + 1);
    }

    private MethodDefinitionHandle WrittenAround(MethodDefinitionHandle code) =>
        TypeDecoder.Type(metadata, metadata.GetMethodDefinition(code).GetDeclaringType()) is { } type && ofMachines.TryGetValue(Plain(type.Definition), out var method) ? method : code;

    private string?[] References(MethodDefinition method, int count)
    {
        var references = new string?[count];
        foreach (var handle in method.GetParameters())
        {
            var parameter = metadata.GetParameter(handle);
            if (parameter.SequenceNumber < 1 || parameter.SequenceNumber > count) continue;
            references[parameter.SequenceNumber - 1] = Reference(parameter);
        }

        return references;
    }

    private string? Reference(Parameter parameter)
    {
        if (parameter.Attributes.HasFlag(ParameterAttributes.Out)) return "out";
        if (!parameter.Attributes.HasFlag(ParameterAttributes.In)) return null;
        return Has("RequiresLocationAttribute") ? "ref readonly" : Has("IsReadOnlyAttribute") ? "in" : null;

        bool Has(string name) => Attributes(parameter.GetCustomAttributes(), Framework.CompilerServices + name).Any();
    }

    private List<string> Names(GenericParameterHandleCollection parameters) =>
        [.. parameters.Select(parameter => metadata.GetString(metadata.GetGenericParameter(parameter).Name))];
}
