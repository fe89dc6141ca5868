using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Finds the methods of the user for which packages allocate.</summary>
internal sealed class PackageUsers(AssemblyLibrary library, MethodResolver methods)
{
    /// <summary>The innermost method on the stacks that is neither the framework's nor a package's: that with most bytes; null when no stack shows one.</summary>
    public string? CallerOf(IEnumerable<Evidence> evidence) => evidence
        .Select(one => (Caller: Caller(one.Sighting), one.Sighting.Site.Tally.Bytes))
        .Where(call => call.Caller is not null)
        .GroupBy(call => call.Caller, StringComparer.Ordinal)
        .OrderByDescending(group => group.Sum(call => call.Bytes))
        .ThenBy(group => group.Key, StringComparer.Ordinal)
        .FirstOrDefault()?.Key;

    private string? Caller(Sighting sighting)
    {
        var frame = sighting.Outer.Prepend(sighting.User).OfType<TracedFrame>().FirstOrDefault(IsOwn);
        return frame is null ? null : methods.OfUser(sighting with { User = frame })?.CSharp;
    }

    private bool IsOwn(TracedFrame frame) => frame is { Method.Length: > 0, Module: not null } && !Framework.Owns(frame) && library.OwnerOf(frame.Module) is null;
}
