using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What becomes of a result that is handed to a method, or whose member is called.</summary>
internal sealed class CallSinks(AssemblyFile assembly, CalledMethod followed)
{
    private const string Collections = "System.Collections";

    // A list that the compiler makes for a collection expression.
    private const string List = "<>z__";

    // What asks an object for its text.
    private const string Text = "ToString";

    private static readonly string[] Combinators = ["WhenAll", "WhenAny", "WhenEach", "WaitAll", "WaitAny"];

    // Called by clauses of a query as well.
    private static readonly string[] QueryMethods = ["Select", "SelectMany", "Where"];

    private static readonly string[] Inferring = ["System.ValueTuple`", "System.Tuple`", "System.Collections.Generic.KeyValuePair`"];

    /// <summary>Whether a member says how far a task is; a ValueTask has it too.</summary>
    public static bool Inspects(CalledMethod called) =>
        called.Name is "get_IsCompleted" or "get_IsCompletedSuccessfully" or "get_IsFaulted" or "get_IsCanceled" && (called.IsOfTask || called.IsOfValueTask);

    /// <summary>Whether it says that the task is complete. That it has not failed says nothing of that.</summary>
    public static bool AsksForCompletion(CalledMethod called) => Inspects(called) && called.Name.StartsWith("get_IsCompleted", StringComparison.Ordinal);

    /// <summary>Whether a member takes the result of a task, which a ValueTask allows once.</summary>
    public static bool Consumes(CalledMethod called) => called.Name is "GetAwaiter" or "get_Result" or "AsTask" || IsRuntimeAwait(called);

    /// <summary>Whether it comes from calls of the method alone, so that its type changes with that of the result.</summary>
    public static bool IsOfMethod(Origin origin) => (origin & (Origin.Result | Origin.Sibling)) == origin && origin != Origin.None;

    /// <summary>Whether it makes one task of several.</summary>
    public static bool Combines(CalledMethod called) => called.IsOfTask && Combinators.Contains(called.Name);

    /// <summary>What it means that a result becomes a value of another type; null when that is its own type.</summary>
    public static FoundUse? Assigned(NamedType result, NamedType target)
    {
        if (target.Definition == result.Definition && target.Suffix == result.Suffix || ReturnShapes.Of(result).IsValueTask()) return null;
        if (target.IsParameter) return Use(ResultUse.Inferred, "CS0029");
        return target.Full == "System.Object" ? Use(ResultUse.Boxed) : Use(ResultUse.Upcast, "CS0029");
    }

    /// <summary>What a call does with it; null for nothing that matters yet.</summary>
    /// <param name="place">Which of the values that it takes.</param>
    public FoundUse? Of(IlInstruction instruction, int place, Origin origin, FlowState state)
    {
        if (assembly.Called(instruction.Operand) is not { } called) return Use(ResultUse.Unclear);
        var isReceiver = place == 0 && instruction.Calls && called.Signature.Header.IsInstance;
        if (!origin.HasFlag(Origin.Result)) return OfAwaiter(called, isReceiver, origin, state);
        if (isReceiver) return OfMember(called, state);
        if (AsksEquality(called) && state.Peek(2)[0] is var receiver && IsOfMethod(receiver)) return Use(ResultUse.ByResult, null, called.Name);
        if (IsRuntimeAwait(called)) return Consumed(state, ResultUse.Awaited);
        var parameter = place - (instruction.Calls && called.Signature.Header.IsInstance ? 1 : 0);
        return parameter < called.Signature.ParameterTypes.Length ? OfParameter(called, parameter) : Use(ResultUse.Unclear);
    }

    // Code that is compiled for runtime async calls this for an await.
    private static bool IsRuntimeAwait(CalledMethod called) => called.Name == "Await" && called.Type.Definition == Framework.CompilerServices + "AsyncHelpers";

    private static FoundUse? OfAwaiter(CalledMethod called, bool isReceiver, Origin origin, FlowState state) => (isReceiver, called.Name) switch
    {
        (true, "GetAwaiter") when origin.HasFlag(Origin.Configured) => state.IsConsumed ? Use(ResultUse.UsedAgain) : null,
        (true, "get_IsCompleted") => Use(ResultUse.Awaited),
        (true, "GetResult") => state.IsAsked ? null : Use(ResultUse.Blocked),
        (false, "AwaitOnCompleted" or "AwaitUnsafeOnCompleted") => null,
        (false, _) => Use(ResultUse.AwaiterKept, "CS1503", called.Name),
        _ => Use(ResultUse.Unclear),
    };

    private FoundUse? OfMember(CalledMethod called, FlowState state)
    {
        var member = Accessor.Property(called.Name);
        if (called.Name is "GetAwaiter" or "ConfigureAwait")
        {
            if (called.Type.Definition != followed.Signature.ReturnType.Definition) return Use(ResultUse.Upcast, "CS0029");
            if (called.Signature.ParameterTypes is [{ Last: "ConfigureAwaitOptions" }]) return Use(ResultUse.PassedOn, "CS1503", "ConfigureAwait(ConfigureAwaitOptions)");
            return called.Name == "GetAwaiter" && state.IsConsumed ? Use(ResultUse.UsedAgain) : null;
        }

        if (Inspects(called)) return Consumed(state, ResultUse.Inspected);
        return (called.Name, called.Type.Definition) switch
        {
            ("get_Result", _) => Consumed(state, state.IsInspected ? ResultUse.Inspected : ResultUse.Blocked),
            ("AsTask", _) => Consumed(state, ResultUse.Converted),
            ("Wait" or "RunSynchronously", _) => Use(ResultUse.Blocked, "CS1061"),
            (_, "System.Object") => Use(Overrides(called.Name) ? ResultUse.ByResult : ResultUse.Boxed, null, member),
            (_, "System.IDisposable") => Use(ResultUse.Upcast, "CS1674"),
            _ => called.IsOfTask || called.IsOfValueTask ? Use(ResultUse.PassedOn, "CS1061", member) : Use(ResultUse.Upcast, "CS0029"),
        };
    }

    // A ValueTask without a result does not override ToString.
    private bool Overrides(string member) => member is "Equals" or "GetHashCode" || (member == Text && ReturnShapes.Of(followed.Signature.ReturnType) == ReturnShape.TaskOfResult);

    private static bool AsksEquality(CalledMethod called) => called is { Name: "Equals", Type.Definition: "System.Object", Signature.Header.IsInstance: true };

    private static FoundUse Consumed(FlowState state, ResultUse use) => Use(state.IsConsumed ? ResultUse.UsedAgain : use);

    private FoundUse OfParameter(CalledMethod called, int parameter)
    {
        var type = called.Signature.ParameterTypes[parameter];
        var owner = called.Type.Definition;
        var name = called.Name == ".ctor" ? IsAnonymous(called.Type) ? "an anonymous type" : GeneratedName.WithoutMarks(called.Type.Last) : called.Name;
        if (Combines(called)) return Use(ResultUse.Combined, "CS1503", name);
        if (called.IsOfValueTask && called.Name == ".ctor") return Use(ResultUse.Wrapped, "CS1503", called.Type.Arguments.Count == 0 && followed.Signature.ReturnType.Arguments.Count > 0 ? FoundUse.WithoutResult : "");
        if (called.CreatesDelegate) return Use(ResultUse.PassedOn, "CS1061", "a delegate of its member");
        if (name is "op_Implicit" or "op_Explicit") return Use(ResultUse.PassedOn, "CS0029 or CS0030", $"a conversion to {GeneratedName.WithoutMarks(called.Signature.ReturnType.Last)}");
        var declared = assembly.Declared(called);
        if (CSharpOperator.Of(name) is { } sign) return TakesValueTask(declared, parameter) ? Use(ResultUse.Inferred, null, sign) : Use(ResultUse.PassedOn, CodeOfOperator(called), sign);
        if (owner == "System.Threading.Monitor") return Use(ResultUse.Upcast, "CS0185");
        if (Actual(called, type) == "System.Object") return Use(ResultUse.Boxed, null, name);
        if ((Accessor.Reads(name) || Accessor.Writes(name)) && OfAccessor(called, parameter, type, declared) is { } accessed) return accessed;
        if (name.StartsWith(List, StringComparison.Ordinal)) return Use(ResultUse.Collected, ResultSinks.Element);
        if (name == "SetResult" && owner.StartsWith(Framework.CompilerServices, StringComparison.Ordinal)) return Use(ResultUse.Returned, "CS0029");
        if (owner == Framework.CompilerServices + "DefaultInterpolatedStringHandler") return Use(Overrides(Text) ? ResultUse.ByResult : ResultUse.Boxed, null, Text);
        if (owner is "System.Threading.Volatile" or "System.Threading.Interlocked") return Use(ResultUse.Stored, "CS1503, CS0411 or CS0315");
        if (Infers(called, type)) return Use(ResultUse.Inferred, called.Name == ".ctor" ? "CS1503, CS0029, CS1929 or CS0411" : IsOfQuery(called, parameter, declared) ? "CS1929, CS1503, CS0411 or CS0315" : "CS1503, CS0411 or CS0315", name);
        if (called.Type.Namespace.StartsWith(Collections, StringComparison.Ordinal)) return Use(ResultUse.Collected, "CS1503 or CS0029", name);
        return TakesValueTask(declared, parameter) ? Use(ResultUse.Inferred, null, name) : Use(ResultUse.PassedOn, Code(called, parameter, type, declared), name);
    }

    // What stands for a type parameter of its type.
    private static string Actual(CalledMethod called, NamedType type) =>
        Enumerable.Range(0, called.Type.Arguments.Count).FirstOrDefault(index => type.Full == NamedType.Parameter(ofMethod: false, index).Full, -1) is >= 0 and var place ? called.Type.Arguments[place].Full : type.Full;

    // A type parameter of the method stands for it, or one of a type that is written as an expression.
    private static bool Infers(CalledMethod called, NamedType type) => type.IsParameter
        && (type.Last.StartsWith("!!", StringComparison.Ordinal) || Inferring.Any(known => called.Type.Definition.StartsWith(known, StringComparison.Ordinal)) || IsAnonymous(called.Type));

    private static bool IsAnonymous(NamedType type) => type.Last.StartsWith("<>f__AnonymousType", StringComparison.Ordinal);

    // What an accessor takes is the value of a property, the key of an indexer, or the object of an extension property.
    private static FoundUse? OfAccessor(CalledMethod called, int parameter, NamedType type, MethodFacts? declared)
    {
        var values = called.Signature.ParameterTypes.Length - (Accessor.Writes(called.Name) ? 1 : 0);
        if (parameter == values) return Use(ResultUse.Stored, "CS0029");
        if (called.Signature.Header.IsInstance) return called.Type.Namespace.StartsWith(Collections, StringComparison.Ordinal) ? null : Use(ResultUse.PassedOn, "CS1503", "an indexer");
        var property = Accessor.Property(called.Name);
        return TakesValueTask(declared, parameter) ? Use(ResultUse.Inferred, null, property) : Use(ResultUse.PassedOn, type.IsOpen ? "CS1061" : "CS1929", property);
    }

    // Where an operator that assigns, or one of an extension block, is the only one that could be meant, the compiler has another code than where there are several.
    private static string CodeOfOperator(CalledMethod called)
    {
        var types = called.Signature.ParameterTypes;
        if (called.Name is "op_True" or "op_False") return "CS0029";
        if (types.Length == 1 && !called.Signature.Header.IsInstance) return "CS0023";
        var isOfOperand = types.Any(type => type.Definition == called.Type.Definition || type.Arguments.Any(argument => argument.Definition == called.Type.Definition));
        return isOfOperand ? "CS0019" : "CS9340 or CS0019";
    }

    // The type of the sequence decides whether it has such a method.
    private static bool IsOfQuery(CalledMethod called, int parameter, MethodFacts? declared) =>
        parameter > 0 && !called.Signature.Header.IsInstance && (called.Type.Definition is "System.Linq.Enumerable" or "System.Linq.Queryable" || IsExtension(called, declared));

    // An overload that the compiler takes instead.
    private static bool TakesValueTask(MethodFacts? method, int parameter)
    {
        if (method is null) return false;
        var parameters = method.Called.Signature.ParameterTypes;
        return method.Assembly.Methods.Overloads(method).Any(other => other.Called.Signature.ParameterTypes is var others && others.Length == parameters.Length
            && parameters.Zip(others).Index().All(pair => pair.Index != parameter ? pair.Item.First.Full == pair.Item.Second.Full : IsSameOfValueTask(pair.Item.First, pair.Item.Second)));
    }

    private static bool IsSameOfValueTask(NamedType task, NamedType other) =>
        ReturnShapes.Of(other).IsValueTask() && task.Arguments.Select(argument => argument.Full).SequenceEqual(other.Arguments.Select(argument => argument.Full));

    private static string Code(CalledMethod called, int parameter, NamedType type, MethodFacts? declared)
    {
        var isInferred = type.IsOpen && type.Full.Contains("!!", StringComparison.Ordinal);
        if (parameter > 0 || called.Signature.Header.IsInstance || !IsExtension(called, declared)) return isInferred ? "CS0411" : "CS1503";
        var ofQuery = QueryMethods.Contains(called.Name);
        return isInferred ? ofQuery ? "CS1936, CS1929 or CS0411" : "CS1929 or CS0411" : ofQuery ? "CS1936 or CS1929" : "CS1929";
    }

    private static bool IsExtension(CalledMethod called, MethodFacts? declared) =>
        declared is null ? called.Type.Last.EndsWith("Extensions", StringComparison.Ordinal) : declared.Assembly.Methods.IsExtension(declared.Handle);

    private static FoundUse Use(ResultUse use, string? code = null, string with = "") => new(use, code, with, 0);
}
