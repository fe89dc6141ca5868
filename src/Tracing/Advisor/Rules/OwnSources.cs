using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Recognises classes of the user that are only there for async code: what a <c>ValueTask</c> can be made of.</summary>
internal sealed class OwnSources(MethodResolver methods, AssemblyLibrary library)
{
    private const string Source = Framework.Tasks + "Sources.IValueTaskSource";

    private readonly TypeLibrary types = new(library);
    private readonly Dictionary<(string Type, string? Module), bool> known = [];

    /// <summary>Whether an object is one.</summary>
    public bool Holds(Sighting sighting)
    {
        if (sighting.Entry is not null || sighting.Type.Suffix.Length > 0 || Framework.Owns(sighting.Type)) return false;
        var key = (sighting.Type.Full, sighting.User?.Module);
        if (!known.TryGetValue(key, out var holds)) known.Add(key, holds = Find(sighting));
        return holds;
    }

    // A trace names a nested class without the class around it: the code that creates it names it in full.
    private bool Find(Sighting sighting)
    {
        if (methods.OfUser(sighting) is not { } user || methods.Doing(user, sighting.Site.Place, code => code.Creates.Any(IsIt)) is not { Facts: { } maker }) return false;
        return CodeScan.Of(maker).Creates.Where(IsIt).Select(maker.Assembly.Declared).OfType<MethodFacts>().Any(IsSource);

        bool IsIt(CalledMethod created) => created.Type.Last == sighting.Type.Last;
    }

    private bool IsSource(MethodFacts constructor)
    {
        var type = constructor.Assembly.Metadata.GetMethodDefinition(constructor.Handle).GetDeclaringType();
        return types.Lineage(UsedType.Open(constructor.Assembly, type)).SelectMany(types.Interfaces).Any(of => of.Name.Definition is Source or Source + "`1");
    }
}
