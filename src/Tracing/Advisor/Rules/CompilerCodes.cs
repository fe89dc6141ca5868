using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What the compiler of a caller's language says where a use stops compiling.</summary>
internal static class CompilerCodes
{
    private const string NoMember = "CS1061";

    /// <summary>Its code, or several of which one is right; null where it says nothing.</summary>
    public static string? Of(CallerUse use) => use.Code is not { } csharp ? null : use.Language switch
    {
        SourceLanguage.FSharp => OfFSharp(use),
        SourceLanguage.VisualBasic => csharp == NoMember ? "BC30456" : IsArgument(use) ? "BC30518 or BC30311" : "BC30311",
        _ => csharp,
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
