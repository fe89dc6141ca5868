namespace AsyncLoad.Tracing.Naming;

/// <summary>A frame of a stack.</summary>
/// <param name="Module">Path of its assembly; null when the trace does not state it.</param>
/// <param name="Type">Full name of the declaring type as the runtime wrote it, such as <c>My.App.Orders+&lt;PriceAsync&gt;d__4</c>; empty for unnamed code.</param>
/// <param name="Method">Name of the method, such as <c>MoveNext</c>; empty for unnamed code.</param>
/// <param name="Signature">Its signature as the runtime wrote it, such as <c>instance void  ()</c>; empty when the trace does not state it.</param>
internal sealed record TracedFrame(string? Module, string Type, string Method, string Signature)
{
    /// <summary>The method's token in the metadata of its assembly; 0 where the trace does not state it.</summary>
    public int Token { get; init; }
}

/// <summary>A method by its names.</summary>
/// <param name="Type">The type that declares it; null for none.</param>
/// <param name="Method">Its name as the runtime wrote it, not empty.</param>
/// <param name="Parameters">Types of its parameters; null when unknown.</param>
internal sealed record MethodName(NamedType? Type, string Method, IReadOnlyList<NamedType>? Parameters)
{
    private const string Indexer = ".Item";

    /// <summary>How each parameter is passed by reference: <c>in</c>, <c>out</c> and the like, null for <c>ref</c>; null as a whole when unknown.</summary>
    public IReadOnlyList<string?>? References { get; init; }

    /// <summary>
    /// The method as C#, without its namespace: <c>Orders.PriceAsync(string)</c>; a local function behind the method around it, <c>Orders.Outer.Local(int)</c>;
    /// a lambda as <c>lambda in Orders.Outer</c>. a property by its name, an operator as <c>operator +</c>. Without parentheses where the parameters are unknown.
    /// </summary>
    public string Write(TypeParameters parameters)
    {
        var path = new CSharpPath();
        if (Type is not null) path.Add(Type, parameters);
        // MoveNext of a state machine is the method itself, and its own parameters are not those.
        var ofMachine = Type is not null && GeneratedName.IsMachine(Type.Last, Method);
        // A closure of F# has one method, whatever that is called.
        if (!ofMachine && Type is not null && GeneratedName.Parse(Type.Last) is GeneratedName.PartOfFunction) path.MarkLambda();
        else if (!ofMachine || !Method.Contains("MoveNext", StringComparison.Ordinal)) path.AddMethod(Method);
        if (path.IsLambda || ofMachine) return path.ToString();
        if (!path.IsGetter) return path + Generics(parameters) + (Parameters is null ? "" : $"({Listed(Parameters, parameters)})");
        // Only an indexer takes something to read. That of an extension property is what it extends.
        var property = path.ToString();
        return Parameters is { Count: > 0 } && property.EndsWith(Indexer, StringComparison.Ordinal) ? $"{property[..^Indexer.Length]}.this[{Listed(Parameters, parameters)}]" : property;
    }

    private static string Generics(TypeParameters parameters) => parameters.OfMethod.Count == 0 ? "" : $"<{string.Join(", ", parameters.OfMethod)}>";

    // A local function takes its closure by reference, which is not in the source.
    private string Listed(IReadOnlyList<NamedType> types, TypeParameters parameters) => string.Join(", ", types.Index()
        .Where(parameter => GeneratedName.Parse(parameter.Item.Last) is not GeneratedName.Closure)
        .Select(parameter => Written(CSharpType.Write(parameter.Item, parameters), References?[parameter.Index])));

    private static string Written(string type, string? reference) =>
        reference is not null && type.StartsWith(CSharpType.Reference, StringComparison.Ordinal) ? $"{reference} {type[CSharpType.Reference.Length..]}" : type;
}
