namespace AsyncLoad.Tracing.Naming;

/// <summary>A frame of a stack.</summary>
/// <param name="Module">Path of its assembly; null when the trace does not tell.</param>
/// <param name="Type">Full name of the declaring type as the runtime wrote it, such as <c>My.App.Orders+&lt;PriceAsync&gt;d__4</c>; empty for unnamed code.</param>
/// <param name="Method">Name of the method, such as <c>MoveNext</c>; empty for unnamed code.</param>
/// <param name="Signature">Its signature as the runtime wrote it, such as <c>instance void  ()</c>; empty when the trace does not tell.</param>
internal sealed record TracedFrame(string? Module, string Type, string Method, string Signature);

/// <summary>A method by its names.</summary>
/// <param name="Type">The type that declares it; null for none.</param>
/// <param name="Method">Its name as the runtime wrote it, not empty.</param>
/// <param name="Parameters">Types of its parameters; null when unknown.</param>
internal sealed record MethodName(NamedType? Type, string Method, IReadOnlyList<NamedType>? Parameters)
{
    /// <summary>
    /// The method as C#, without its namespace: <c>Orders.PriceAsync(string)</c>; a local function behind the method around it, <c>Orders.Outer.Local(int)</c>;
    /// a lambda as <c>lambda in Orders.Outer</c>. Without parentheses where the parameters are unknown.
    /// </summary>
    public string Write(TypeParameters parameters)
    {
        var path = new CSharpPath();
        if (Type is not null) path.Add(Type, parameters);
        // MoveNext of a state machine is the method itself, and its own parameters are not those.
        var ofMachine = Type is not null && GeneratedName.Parse(Type.Last) is GeneratedName.StateMachine;
        if (!ofMachine || !Method.Contains("MoveNext", StringComparison.Ordinal)) path.AddMethod(Method);
        return path.IsLambda || ofMachine ? path.ToString() : path + Generics(parameters) + Listed(parameters);
    }

    private static string Generics(TypeParameters parameters) => parameters.OfMethod.Count == 0 ? "" : $"<{string.Join(", ", parameters.OfMethod)}>";

    // A local function takes its closure by reference, which is not in the source.
    private string Listed(TypeParameters parameters) => Parameters is null
        ? ""
        : $"({string.Join(", ", Parameters.Where(type => GeneratedName.Parse(type.Last) is not GeneratedName.Closure).Select(type => CSharpType.Write(type, parameters)))})";
}
