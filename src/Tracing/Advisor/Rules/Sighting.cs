using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>An allocation site, seen from the code that can be changed.</summary>
/// <param name="User">The innermost frame that is not the framework's; null when there is none, or code without a name stands before it.</param>
/// <param name="Outer">The frames around it, innermost first.</param>
/// <param name="Entry">The method of the framework that it called; null when it allocates by itself, as far as optimised code tells.</param>
internal sealed record Sighting(AllocationSite Site, NamedType Type, TracedFrame? User, IReadOnlyList<TracedFrame> Outer, FrameName? Entry)
{
    private static readonly string[] TaskTypes = ["System.Threading.Tasks.Task", "System.Threading.Tasks.Task`1"];

    /// <summary>Looks at a site.</summary>
    /// <returns>Null when its type cannot be read.</returns>
    public static Sighting? Of(AllocationSite site)
    {
        if (NamedType.Parse(site.Type) is not { } type) return null;
        var runtime = site.Frames.TakeWhile(frame => Framework.Owns(frame)).ToList();
        var user = site.Frames.Skip(runtime.Count).FirstOrDefault();
        var named = user is { Method.Length: > 0 };
        return new Sighting(site, type, named ? user : null, [.. site.Frames.Skip(runtime.Count + 1)], runtime is [.., var entry] ? FrameName.Of(entry) : null);
    }

    /// <summary>Whether the user's code allocates by itself. The constructor of a task, where it was not inlined, is no other code.</summary>
    public bool IsBare => Entry is null || (Entry.Method == ".ctor" && TaskTypes.Contains(Entry.Type));

    public bool IsTaskOfResult => Type is { Namespace: "System.Threading.Tasks", Last: "Task`1", Suffix: "", Arguments.Count: 1 };

    /// <summary>Whether the user's code called this method of the framework.</summary>
    public bool Entered(string type, params ReadOnlySpan<string> methods) => Entry is { } entry && entry.Type == type && methods.Contains(entry.Method);
}

/// <summary>A frame by its names.</summary>
/// <param name="Type">Full name of its type, without arguments.</param>
internal sealed record FrameName(string Type, string Method)
{
    public static FrameName Of(TracedFrame frame) => new(NamedType.Parse(frame.Type)?.Definition ?? frame.Type, frame.Method);
}
