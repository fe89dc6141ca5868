using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Recognises tasks that were made for a cache, which returns them many times.</summary>
internal static class CacheUse
{
    private static readonly string[] Caches =
        ["System.Collections.Concurrent.ConcurrentDictionary`2", "System.Lazy`1", "System.Threading.LazyInitializer", "System.Threading.LazyHelper"];

    /// <summary>The share of bytes that went to a cache, 0 to 1.</summary>
    public static double Share(AdviceCase seen) =>
        seen.Evidence.Where(evidence => IsForCache(evidence.Sighting)).Sum(evidence => evidence.Sighting.Site.Tally.Bytes) / seen.Tally.Bytes;

    // Methods in between may return the task. A method that awaits it ends the search.
    private static bool IsForCache(Sighting sighting)
    {
        foreach (var frame in sighting.Outer)
        {
            var name = FrameName.Of(frame);
            if (IsStart(name)) continue;
            if (Framework.Owns(frame)) return Caches.Contains(name.Type) || name.Type.StartsWith("Microsoft.Extensions.Caching.", StringComparison.Ordinal);
            if (frame.Method == "MoveNext" || MethodSignature.Parse(frame.Signature)?.Returns is not { } returned || !ReturnShapes.Of(returned).IsTask()) return false;
        }

        return false;
    }

    private static bool IsStart(FrameName name) => name.Method == "Start" && name.Type.StartsWith("System.Runtime.CompilerServices.", StringComparison.Ordinal);
}
