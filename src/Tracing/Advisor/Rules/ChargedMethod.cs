using System.Reflection.Metadata.Ecma335;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>The method that an allocation is charged to.</summary>
/// <param name="Key">Equal for the same method.</param>
/// <param name="CSharp">The method as C#, without its namespace.</param>
/// <param name="Namespace">Its namespace; empty for none.</param>
/// <param name="Assembly">File name of its assembly; null when unknown.</param>
/// <param name="IsAsync">Whether it has a state machine.</param>
/// <param name="Signature">What it takes and returns, from metadata or a frame; null when unknown.</param>
/// <param name="Facts">What metadata says of it; null without.</param>
internal sealed record ChargedMethod(string Key, string CSharp, string Namespace, string? Assembly, bool IsAsync, MethodSignature? Signature, MethodFacts? Facts)
{
    /// <summary>What it hands back; null when unknown.</summary>
    public ReturnShape? Returns => Signature?.Returns is { } known ? ReturnShapes.Of(known) : null;

    /// <summary>Whether it is async, or hands back what an async method does.</summary>
    public bool IsAsynchronous => IsAsync || Returns is { } shape && shape.IsAwaitable();

    /// <summary>What it was written in.</summary>
    public SourceLanguage Language => Facts?.Assembly.Language ?? SourceLanguages.Of(Key);

    /// <summary>The T of its result as C#, in angle brackets; empty for none, or when unknown.</summary>
    public string Result => Signature?.Returns?.Arguments is [var result] ? $"<{CSharpType.Write(result, Facts?.Names ?? TypeParameters.Unknown)}>" : "";

    /// <summary>Bytes by which the box of a caller grows when it awaits a ValueTask instead of a Task.</summary>
    public int ValueTaskOverTask => ValueTaskSize.OverTask(Signature?.Returns?.Arguments is [var result] ? result : null, Facts?.Assembly);

    /// <summary>What its code does; null without metadata.</summary>
    public CodeScan? Code => Facts is null ? null : CodeScan.Of(Facts);

    /// <summary>Whether its result can be of this type; so it is when that is unknown, or a type parameter.</summary>
    public bool MayResultIn(NamedType type) => Signature?.Returns?.Arguments is not [var result] || result.IsOpen || result.Full == type.Full || (Facts is null && result.Last == type.Last);

    // F# inlines lambdas: a task expression of one has no method, and begins in the state machine around it.
    private static bool IsWithin(MethodFacts facts) => facts is { Assembly.Language: SourceLanguage.FSharp, Called.Name: "MoveNext" };

    public static ChargedMethod Of(MethodFacts facts) => new(
        FormattableString.Invariant($"{facts.Assembly.FileName}:{MetadataTokens.GetToken(facts.Handle):x8}:{facts.Assembly.Identity}"),
        facts.CSharp,
        facts.Namespace,
        facts.Assembly.FileName,
        facts.IsAsync,
        IsWithin(facts) ? null : new MethodSignature(facts.Called.Signature.ReturnType, facts.Called.Signature.ParameterTypes),
        facts);
}

/// <summary>How large a <c>ValueTask</c> is where a caller keeps it over an await, in the box of its state machine (x64).</summary>
internal static class ValueTaskSize
{
    private const int Pointer = 8;
    private const int TokenAndFlag = 3;

    /// <summary>Bytes that it takes more than a reference to a task.</summary>
    /// <param name="result">The T of its result; null for none.</param>
    /// <param name="assembly">The assembly whose method returns it; null where it cannot be read.</param>
    public static int OverTask(NamedType? result, AssemblyFile? assembly = null) =>
        ValueSize.Padded(Pointer + (result is null ? 0 : new ValueSize(assembly).Of(result)) + TokenAndFlag) - Pointer;
}
