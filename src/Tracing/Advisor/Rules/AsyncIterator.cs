using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>The object of an async iterator, which is its state machine. An iterator that is not async has the same kind of name.</summary>
internal static class AsyncIterator
{
    public static Evidence? Recognise(Sighting sighting, MethodResolver methods)
    {
        if (sighting.Entry is not null || Machine(sighting) is not { } machine) return null;
        if (methods.OfUser(sighting) is not { } method) return null;
        if (method.Returns == ReturnShape.AsyncEnumerable && Makes(method, machine, sighting)) return new Evidence(AdviceFinding.AsyncIterator, method, sighting);
        // The object is made where the iterator is called, not in its state machine.
        var inlined = methods.Inlined(method, sighting.Site.Place, (facts, _) => facts.Returns == ReturnShape.AsyncEnumerable && Creates(facts, sighting));
        return inlined is null ? null : new Evidence(AdviceFinding.AsyncIterator, inlined, sighting);
    }

    /// <summary>Whether an allocation of one is its object, not a box.</summary>
    public static bool IsItself(Sighting sighting) => Machine(sighting) is not null;

    public static Counsel Weigh(AdviceCase seen) => Counsel.Nothing(
        "It is an async iterator: each enumeration allocates its object, and a box when it suspends.",
        "Each enumeration allocates these objects, however many items it yields. For few items, a method that returns all of them at once allocates less.");

    private static GeneratedName.StateMachine? Machine(Sighting sighting) => GeneratedName.Parse(sighting.Type.Last) as GeneratedName.StateMachine;

    // MoveNext makes only the objects of other iterators. For a second enumeration of its own, another method of the object makes one.
    private static bool Makes(ChargedMethod method, GeneratedName.StateMachine machine, Sighting sighting) => sighting.User!.Method != "MoveNext"
        && (method.Facts is { } facts ? Creates(facts, sighting) : sighting.User.Method.Replace('.', '-') == machine.Method.Replace('.', '-'));

    private static bool Creates(MethodFacts method, Sighting sighting) => CodeScan.OfItself(method).Creates.Any(created => created.Type.Last == sighting.Type.Last);
}
