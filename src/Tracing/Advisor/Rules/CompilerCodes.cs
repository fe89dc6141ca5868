using System.Collections.Frozen;
using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What the compiler of a language says where code stops compiling.</summary>
internal static class CompilerCodes
{
    private const string NoMember = "CS1061";

    // The first where the member states its type.
    private const string ContractOfFSharp = "FS0001 or FS0193";

    // As the compilers of SDK 10.0.401 say of the same code.
    private static readonly FrozenDictionary<string, string> FSharp = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["CS0029"] = "FS0001",
        ["CS0246"] = "FS0039",
        [NoMember] = "FS0039",
        ["CS0508"] = ContractOfFSharp,
        ["CS0535"] = ContractOfFSharp,
        ["CS0738"] = ContractOfFSharp,
        ["CS1715"] = ContractOfFSharp,
    }.ToFrozenDictionary(StringComparer.Ordinal);

    private static readonly FrozenDictionary<string, string> VisualBasic = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["CS0029"] = "BC30311",
        ["CS0246"] = "BC30002",
        [NoMember] = "BC30456",
        ["CS0508"] = "BC30437",
        ["CS0535"] = "BC30401",
        ["CS0738"] = "BC30401",
        ["CS1715"] = "BC30437",
        ["CS1998"] = "BC42356",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>Its code, or several of which one is right; null where it says nothing.</summary>
    public static string? Of(CallerUse use) => use.Code is not { } csharp ? null : use.Language switch
    {
        SourceLanguage.FSharp => OfFSharp(use),
        SourceLanguage.VisualBasic => OfVisualBasic(use),
        _ => csharp,
    };

    /// <summary>What a compiler says where that of C# says something that does not depend on a use; null where it says nothing.</summary>
    /// <param name="csharp">The code of C#.</param>
    public static string? In(SourceLanguage language, string csharp) => language switch
    {
        SourceLanguage.FSharp => FSharp.GetValueOrDefault(csharp),
        SourceLanguage.VisualBasic => VisualBasic.GetValueOrDefault(csharp),
        _ => csharp,
    };

    private static string OfVisualBasic(CallerUse use) => use.Use switch
    {
        _ when use.Code == NoMember => "BC30456",
        ResultUse.Compared => "BC30020, BC31419, BC30021 or BC30487",
        ResultUse.Joined => "BC36912 or BC30311",
        ResultUse.AsDelegate => "BC31143",
        ResultUse.Upcast when use.Code == "CS0185" => "BC30582",
        ResultUse.Upcast when use.Code == "CS1674" => "BC36010",
        _ => IsArgument(use) ? "BC30518 or BC30311" : "BC30311",
    };

    private static string OfFSharp(CallerUse use) => use.Use switch
    {
        _ when use.Code == NoMember => "FS0039",
        ResultUse.Compared => "FS0043",
        ResultUse.Upcast => "FS0193 or FS0001",
        _ => IsArgument(use) ? "FS0041 or FS0001" : "FS0001",
    };

    // Of a method with overloads the compilers say that none fits.
    private static bool IsArgument(CallerUse use) => use.Use is ResultUse.PassedOn or ResultUse.Combined or ResultUse.Inferred;
}
