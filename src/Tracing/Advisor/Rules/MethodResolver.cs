using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>Finds the method that a developer wrote behind frames and state machines: by metadata where it can be read, else by the stack.</summary>
internal sealed class MethodResolver(AssemblyLibrary library)
{
    // Between MoveNext and the method that starts it stands the builder at most.
    private const int NearStart = 4;

    // Levels of calls, and methods of one level, that are searched for inlined code: the JIT compiler does not inline more either.
    private const int DeepestInlined = 4;
    private const int MostInlined = 200;

    private readonly Dictionary<(string Assembly, string Key, string Parameters), List<MethodFacts>> definitions = [];
    private TaskSources? sources;

    /// <summary>What makes tasks under a frame.</summary>
    public TaskSources Sources => sources ??= new TaskSources(this);

    /// <summary>The method of the nearest frame that is not the framework's; null without one.</summary>
    public ChargedMethod? OfUser(Sighting sighting)
    {
        if (sighting.User is not { } user || NamedType.Parse(user.Type) is not { } type) return null;
        if (GeneratedName.IsMachine(type.Last, user.Method) && !IsStepOfIterator(user)) return OfMachine(type, sighting.Site.Frames);
        if (user.Module is { } module && library.Find(module)?.Methods.Find(user) is { } facts) return ChargedMethod.Of(facts);
        // A method of runtime async has two codes, whose signatures differ in what they return.
        var csharp = CSharpName.OfMethod(user);
        return new ChargedMethod(
            $"{type.Definition}::{csharp}",
            csharp,
            type.Namespace,
            user.Module is null ? null : Framework.FileName(user.Module),
            IsAsync: false,
            MethodSignature.Parse(user.Signature),
            Facts: null);
    }

    /// <summary>The method of a state machine; null when it belongs to the framework.</summary>
    /// <param name="frames">The stack, innermost first.</param>
    public ChargedMethod? OfMachine(NamedType machine, IReadOnlyList<TracedFrame> frames)
    {
        if (Framework.Owns(machine)) return null;
        var definition = machine.Definition;
        var inside = frames.FirstOrDefault(frame => frame.Type.StartsWith(definition, StringComparison.Ordinal) && NamedType.Parse(frame.Type)?.Definition == definition);
        var start = Start(machine, inside is null ? frames : [.. frames.SkipWhile(frame => frame != inside).Skip(1).Take(NearStart)]);
        var module = inside?.Module ?? start?.Module;
        if (module is not null && Framework.OwnsFile(Framework.FileName(module))) return null;
        if (module is not null && library.Find(module)?.Methods.OfMachine(machine) is { } facts) return ChargedMethod.Of(facts);
        return new ChargedMethod(
            definition,
            start is null ? CSharpName.OfMethod(new TracedFrame(null, definition, "MoveNext", "")) : CSharpName.OfMethod(start),
            machine.Namespace,
            module is null ? null : Framework.FileName(module),
            IsAsync: true,
            start is null ? null : MethodSignature.Parse(start.Signature),
            Facts: null);
    }

    /// <summary>The function of F# that a closure is part of; the method itself when it is none, or has several of that name.</summary>
    public static ChargedMethod OfFunction(ChargedMethod method) =>
        method.Facts is { Called.Type: { Path.Count: > 1 } closure } facts
        && GeneratedName.Parse(closure.Last) is GeneratedName.PartOfFunction { Function: var function }
        && facts.Assembly.Methods.Find(new TracedFrame(null, (closure with { Path = [.. closure.Path.SkipLast(1)] }).Definition, function, "")) is { } written
            ? ChargedMethod.Of(written)
            : method;

    /// <summary>The one method without a frame that does something, since the JIT compiler has inlined it into the caller; null when there is none, or more than one.</summary>
    /// <param name="place">The statement of the caller; null where all of its code is to be looked at.</param>
    public ChargedMethod? Inlined(ChargedMethod caller, IlRange? place, Func<MethodFacts, CodeScan, bool> does)
    {
        if (caller.Facts is not { } facts) return null;
        return InlinedAt(facts, place, does) ?? (place is null ? null : InlinedAt(facts, null, does));
    }

    /// <summary>The method whose code does something: that of the frame, or one that was inlined into it; that of the frame without metadata; null where the code shows neither.</summary>
    /// <param name="place">The statement of that method, which is looked at first; null where it is not known.</param>
    public ChargedMethod? Doing(ChargedMethod user, IlRange? place, Func<CodeScan, bool> does)
    {
        if (user.Facts is not { } facts) return user;
        return At(place) ?? (place is null ? null : At(null));

        ChargedMethod? At(IlRange? part) => does(CodeScan.Of(facts, part)) ? user : InlinedAt(facts, part, (_, code) => does(code));
    }

    /// <summary>The method that calls something of the framework: that of the frame, or one that was inlined into it; that of the frame where the code shows neither.</summary>
    public ChargedMethod Calling(ChargedMethod user, IlRange? place, Func<CalledMethod, bool> isCalled) =>
        Doing(user, place, code => code.Uses(isCalled)) ?? user;

    /// <summary>What code calls and is not the framework's, as far as it can be read, each once.</summary>
    public IEnumerable<MethodFacts> Called(CodeScan code) => code.Calls.Concat(code.Creates)
        .Where(called => !Framework.Owns(called.Type))
        .DistinctBy(called => (called.Assembly, called.Key, called.Parameters))
        .SelectMany(Definitions)
        .DistinctBy(method => (method.Assembly, method.Handle));

    // Nearest callees first: the search ends at the first level that has one.
    private ChargedMethod? InlinedAt(MethodFacts caller, IlRange? place, Func<MethodFacts, CodeScan, bool> does)
    {
        // Each method is described once.
        var seen = new HashSet<MethodFacts>(ReferenceEqualityComparer.Instance) { caller };
        var level = Further([CodeScan.Of(caller, place)]);
        for (var depth = 1; level.Count > 0; depth++)
        {
            var found = level.Where(method => does(method, Inside(method))).Take(2).ToList();
            if (found.Count > 0) return found is [var only] ? ChargedMethod.Of(only) : null;
            if (depth == DeepestInlined) return null;
            level = Further(level.Where(method => !method.IsAsync).Select(method => CodeScan.Of(method)));
        }

        return null;

        List<MethodFacts> Further(IEnumerable<CodeScan> codes) => [.. codes.SelectMany(Called).Where(seen.Add).Take(MostInlined)];
    }

    // The code of a state machine has a frame: only what starts it may be part of a caller.
    private static CodeScan Inside(MethodFacts method) => method is { IsAsync: true, IsRuntimeAsync: false } ? CodeScan.OfItself(method) : CodeScan.Of(method);

    // Each step of an iterator tells whether there is a value; those of an async method return nothing.
    private static bool IsStepOfIterator(TracedFrame frame) =>
        frame.Method == "MoveNext" && MethodSignature.Parse(frame.Signature)?.Returns is { Definition: "System.Boolean" };

    private List<MethodFacts> Definitions(CalledMethod called)
    {
        var key = (called.Assembly, called.Key, called.Parameters);
        if (!definitions.TryGetValue(key, out var known)) definitions.Add(key, known = Find(called));
        return known;
    }

    // A method that is always inlined has no frame: its assembly is found by the call alone.
    private List<MethodFacts> Find(CalledMethod called)
    {
        var declaring = library.Referenced(called.Assembly);
        List<MethodFacts> named = declaring?.Methods.Find(called) is { } method ? [method] : [.. library.Found.Select(assembly => assembly.Methods.Find(called)).OfType<MethodFacts>()];
        // The JIT compiler may have turned a call of an interface into one of its implementation, and inlined that.
        if (named.All(one => one.IsVirtual)) named.AddRange(library.Contracts.Implementing(called, declaring is null ? library.Found : library.UsersOf(declaring)));
        return named;
    }

    private static TracedFrame? Start(NamedType machine, IReadOnlyList<TracedFrame> frames)
    {
        var method = GeneratedName.Parse(machine.Last) switch
        {
            GeneratedName.StateMachine written => written.Method,
            GeneratedName.PartOfFunction part => part.Function,
            _ => null,
        };
        if (method is null || machine.Path.Count < 2) return null;
        var owner = (machine with { Path = [.. machine.Path.Take(machine.Path.Count - 1)] }).Definition;
        return frames.FirstOrDefault(frame => frame.Method.Replace('.', '-') == method.Replace('.', '-') && NamedType.Parse(frame.Type)?.Definition == owner);
    }
}
