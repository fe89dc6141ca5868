using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>
/// Methods that return a type with a custom async method builder. Most such builders keep the result in a task. That task is charged to the async method
/// that calls the builder, since the builder is not async code.
/// </summary>
internal static class OwnBuilder
{
    private const string Sets = "SetResult";

    /// <summary>The async method whose result a task is, where a builder of this kind made it; null where none did.</summary>
    /// <param name="user">The method of the innermost frame that is not the framework's.</param>
    public static ChargedMethod? UserOf(Sighting sighting, ChargedMethod user, MethodResolver methods)
    {
        // A builder without a frame was inlined into the method.
        var method = user.IsAsync ? user : sighting.User is { Method: Sets } ? MethodAround(sighting, methods) : null;
        return method is not null && Has(method) && method.MayResultIn(sighting.Type.Arguments[0]) && (method != user || CallsIt(method, sighting)) ? method : null;
    }

    /// <summary>Why there is nothing to gain for a method that has one; null where it has none.</summary>
    public static Counsel? Weigh(AdviceCase seen, string because)
    {
        if (seen.Method.Facts is { HasOwnBuilder: true })
            return Counsel.Nothing(because, "Its AsyncMethodBuilder attribute names another builder, which decides what is allocated and must fit the return type.");
        return Has(seen.Method) ? OfType(seen, because) : null;
    }

    /// <summary>The same for a return type that has a builder.</summary>
    public static Counsel OfType(AdviceCase seen, string because) => Counsel.Nothing(
        because,
        $"It returns {CSharpType.Write(seen.Method.Signature!.Returns!, seen.Method.Facts?.Names ?? TypeParameters.Unknown)}, whose builder decides what is allocated.");

    /// <summary>Whether a method returns such a type.</summary>
    public static bool Has(ChargedMethod method) => method is { IsAsync: true, Returns: ReturnShape.Other };

    private static ChargedMethod? MethodAround(Sighting sighting, MethodResolver methods) =>
        sighting.Outer is [var around, ..] && NamedType.Parse(around.Type) is { } type && GeneratedName.IsMachine(type.Last, around.Method) ? methods.OfMachine(type, sighting.Outer) : null;

    // Where the statement is known, it has to be the one that ends the method.
    private static bool CallsIt(ChargedMethod method, Sighting sighting) => method.Facts is { } facts
        && CodeScan.Of(facts, sighting.Site.Place).Calls.Any(called => called.Name == Sets && !Framework.Owns(called.Type));
}
