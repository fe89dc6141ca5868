using AsyncLoad.Harness.Planning.Json;

namespace AsyncLoad.Harness.Planning.Schemas;

/// <summary>What may stand in one place of a profile: any of these.</summary>
/// <param name="Scalars">Numbers and texts.</param>
/// <param name="Item">What a list here holds; null where no list may stand.</param>
/// <param name="IsEmptyAllowed">Whether a list here may be empty.</param>
/// <param name="Objects">Objects, one entry a case; empty where none may stand.</param>
internal sealed record Format(IReadOnlyList<Expected> Scalars, Format? Item, bool IsEmptyAllowed, IReadOnlyList<ObjectFormat> Objects);

/// <summary>An object of a profile, or one case of it: <c>"kind": "wave"</c> has other members than <c>"kind": "openLoop"</c>.</summary>
/// <param name="Members">In the order in which they are read.</param>
/// <param name="Rules">What is expected of members together.</param>
/// <param name="Alternatives">Pairs of members of which one must be there.</param>
/// <param name="HasAnyNames">Whether the one member stands for all of any name.</param>
/// <param name="Case">The member whose word tells this case from others; null where there is one case only.</param>
internal sealed record ObjectFormat(
    IReadOnlyList<MemberFormat> Members,
    IReadOnlyList<Expected> Rules,
    IReadOnlyList<(string First, string Second)> Alternatives,
    bool HasAnyNames,
    string? Case = null);

/// <summary>A member of an object.</summary>
/// <param name="Name">Its name.</param>
/// <param name="IsRequired">Whether leaving it out is always an error.</param>
/// <param name="Value">What may stand there.</param>
internal sealed record MemberFormat(string Name, bool IsRequired, Format Value);
