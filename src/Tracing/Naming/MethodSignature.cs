namespace AsyncLoad.Tracing.Naming;

/// <summary>What a method takes and returns.</summary>
/// <param name="Returns">Type of the result; <c>System.Void</c> for none, null where it is not told.</param>
/// <param name="Parameters">Types of its parameters, in order.</param>
internal sealed record MethodSignature(NamedType? Returns, IReadOnlyList<NamedType> Parameters)
{
    /// <summary>Reads what the runtime writes beside the name of a method, such as <c>instance class System.String  (int32,!!0)</c>.</summary>
    /// <returns>Null when that is no signature.</returns>
    public static MethodSignature? Parse(string text) => new SignatureReader(text).Read();
}
