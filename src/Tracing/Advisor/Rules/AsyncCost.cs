using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Something that the framework allocates for async code when it is called.</summary>
/// <param name="Finding">Costs of one finding are listed in order of precedence: a case is reported as the first whose type it has.</param>
/// <param name="Calls">What the user's code calls.</param>
/// <param name="Types">Types that show it. A nested type is named without its outer type, as the runtime writes it; an iterator without its number.</param>
/// <param name="Does">What the method does, as the beginning of a sentence.</param>
/// <param name="Remedy">What to do; null where there is no remedy.</param>
/// <param name="Check">What must hold; without a remedy, what to know.</param>
internal sealed record AsyncCost(
    AdviceFinding Finding, IReadOnlyList<FrameworkCall> Calls, IReadOnlyList<string> Types, string Does, string? Remedy, string Check)
{
    // Every site is checked against every cost: the last part of a name excludes most of them cheaply.
    private readonly HashSet<string> names = [.. Types.Select(type => NamedType.Parse(type)!.Last)];

    /// <summary>Types of the same finding that the remedy does not remove.</summary>
    public IReadOnlyList<string> Keeps { get; init; } = [];

    /// <summary>Why the remedy does not help a method that is not async; null where it helps any.</summary>
    public string? UnlessAsync { get; init; }

    /// <summary>Whether all that is allocated below the calls belongs to it, whatever its type; else only what is there for async code.</summary>
    public bool TakesAll { get; init; }

    /// <summary>Whether the calls allocate for other reasons too, so that only <see cref="Types"/> belong to it.</summary>
    public bool IsByType { get; init; }

    /// <summary>Whether code calls it.</summary>
    public bool IsCalled(CalledMethod called) => Calls.Any(call => call.Names(called.Type.Definition, called.Name));

    /// <summary>Whether a type shows it.</summary>
    public bool Shows(NamedType type) =>
        names.Contains(Unnumbered(type.Last))
        && (Types.Contains(type.Full) || (type.Suffix.Length == 0 && Types.Contains(NameOf(type)) && (type.Definition != "System.Lazy`1" || IsOfTask(type))));

    /// <summary>Whether the remedy leaves objects of a type.</summary>
    public bool Leaves(NamedType type) => Keeps.Contains(NameOf(type));

    /// <summary>Whether a site belongs to this cost.</summary>
    public bool Holds(Sighting sighting)
    {
        if (sighting.Entry is not { } entry) return Shows(sighting.Type);
        return Calls.Any(call => call.Names(entry.Type, entry.Method)) && (Shows(sighting.Type) || TakesAll || (!IsByType && AsyncTypes.Holds(sighting)));
    }

    private static string NameOf(NamedType type) => type.Last[0] == '<' ? Unnumbered(type.Last) : type.Definition;

    // An iterator of the framework is <ReadAllAsync>d__12, and has another number in each version.
    private static string Unnumbered(string name) => name[0] == '<' && name.IndexOf(">d__", StringComparison.Ordinal) is > 0 and var end ? name[..(end + 2)] : name;

    private static bool IsOfTask(NamedType lazy) => lazy.Arguments is [var of] && ReturnShapes.Of(of).IsAwaitable();
}

/// <summary>Methods of the framework.</summary>
/// <param name="Type">Full name of their type, without arguments; of a namespace, with a dot at its end.</param>
/// <param name="Methods">Their names; empty for all of the type and of types inside it.</param>
internal sealed record FrameworkCall(string Type, params IReadOnlyList<string> Methods)
{
    public bool Names(string type, string method)
    {
        if (!type.StartsWith(Type, StringComparison.Ordinal)) return false;
        var isIt = type.Length == Type.Length || Type[^1] == '.';
        return Methods.Count == 0 ? isIt || type[Type.Length] == '+' : isIt && Methods.Contains(method);
    }
}
