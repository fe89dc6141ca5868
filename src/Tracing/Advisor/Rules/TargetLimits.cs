using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>What a remedy needs and the framework lacks that an assembly was built for: a library for .NET Standard runs on .NET 10, and does not compile with what came later.</summary>
internal static class TargetLimits
{
    private const int FirstWithFromResult = 5;

    /// <summary>PoolingAsyncValueTaskMethodBuilder came with it.</summary>
    public const int FirstWithPooling = 6;

    private const string FromResult = "ValueTask.FromResult(value)";

    /// <summary>The counsel as it holds for what the assembly was built for.</summary>
    public static Counsel Of(AdviceCase seen, Counsel counsel)
    {
        if (counsel.Remedy is null || seen.Method.Facts?.Assembly is not { Target: { } target } assembly) return counsel;
        var named = target.Has(FirstWithFromResult) ? counsel : counsel with { Remedy = counsel.Remedy.Replace(FromResult, $"new ValueTask{seen.Method.Result}(value)", StringComparison.Ordinal) };
        return Missing(named, assembly, target) is not { } missing ? named : named with
        {
            Weight = named.Weight == AdviceWeight.Recommended ? AdviceWeight.Conditional : named.Weight,
            Check = [.. named.Check, missing],
        };
    }

    private static string? Missing(Counsel counsel, AssemblyFile assembly, TargetFramework target) => counsel.Kind switch
    {
        _ when OfSix(counsel) is { } needed && !target.Has(FirstWithPooling) => $"{assembly.FileName} is built for {target.Name}, which has no {needed.Name} ({CompilerCodes.In(assembly.Language, needed.Code)}): build it for net6.0 or later as well.",
        RemedyKind.MakeStatic when !target.HasValueTask => $"{assembly.FileName} is built for {target.Name}, whose C# has no static local functions: set LangVersion to 8 or later (CS8370).",
        RemedyKind.ReturnValueTask or RemedyKind.ReuseSource when !target.HasValueTask && !assembly.References().Contains("System.Threading.Tasks.Extensions") =>
            $"{assembly.FileName} is built for {target.Name}, where ValueTask comes with the package System.Threading.Tasks.Extensions ({CompilerCodes.In(assembly.Language, "CS0246")} without).",
        _ => null,
    };

    // What a remedy needs that came with .NET 6, and what the compiler says without it.
    private static (string Name, string Code)? OfSix(Counsel counsel) => counsel.Kind switch
    {
        RemedyKind.PoolBoxes => ("PoolingAsyncValueTaskMethodBuilder", "CS0246"),
        RemedyKind.UsePeriodicTimer => ("PeriodicTimer", "CS0246"),
        RemedyKind.UseWaitAsync => ("Task.WaitAsync", "CS1061"),
        RemedyKind.CallOtherwise when counsel.Remedy!.Contains("TryReset", StringComparison.Ordinal) => ("TryReset", "CS1061"),
        _ => null,
    };
}
