using System.Reflection;

namespace AsyncLoad.Oracle.Readings;

/// <summary>What a program makes of a class.</summary>
/// <param name="Class">The class as C# writes it.</param>
/// <param name="Refusals">Reasons for which the class or some of it is not measured, by names: that of the class, or of a method behind it.</param>
/// <param name="Methods">Those that are measured, in their order.</param>
/// <param name="Runs">Every method with every combination of parameters.</param>
internal sealed record Reading(string Class, ILookup<string, string> Refusals, IReadOnlyList<MethodReading> Methods, IReadOnlyList<Run> Runs)
{
    /// <summary>Whether the program itself runs it, not only this check.</summary>
    public bool IsRun { get; init; } = true;

    /// <summary>Why it could not be asked; null where it could.</summary>
    public string? Failure { get; init; }
}

/// <summary>What a program makes of a method.</summary>
/// <param name="Name">The class that declares it, and its name.</param>
/// <param name="Display">What it is called in results: its description, or else its name.</param>
/// <param name="OperationsPerCall">Operations of a call.</param>
/// <param name="Parameters">Names of the parameters of the class, in alphabetical order.</param>
internal sealed record MethodReading(string Name, string Display, bool IsBaseline, int OperationsPerCall, string Parameters);

/// <summary>One method with one combination of parameters.</summary>
/// <param name="Notes">What was noted meanwhile.</param>
/// <param name="Failure">Why it did not end well; null where it did.</param>
/// <param name="IsRefused">Whether it was refused with that reason, before anything of it was measured.</param>
internal sealed record Run(string Method, IReadOnlyList<string> Notes, string? Failure, bool IsRefused = false);

/// <summary>The recorder of an assembly: each program loads its own copy.</summary>
internal sealed class Recording(Assembly assembly)
{
    private readonly MethodInfo take = assembly.GetType("Generated.Recorder", throwOnError: true)!.GetMethod("Take")!;

    /// <summary>All that was noted since.</summary>
    public IReadOnlyList<string> Take() => (string[])take.Invoke(null, null)!;
}
