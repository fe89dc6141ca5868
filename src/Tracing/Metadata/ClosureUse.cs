using System.Reflection;
using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What the code of a method does with a closure that it makes.</summary>
/// <param name="ByDelegate">It makes a delegate of a lambda or a local function, or a local function that it calls does.</param>
/// <param name="ByExpression">The same for an expression tree of a lambda.</param>
/// <param name="ByLocalFunction">It calls a local function.</param>
/// <param name="IsAssigned">A captured variable is assigned again, so that it cannot become a parameter.</param>
/// <param name="UsesThis">Whether members of the type are used through it: then a local function cannot be static.</param>
/// <param name="IsNameless">Whether a variable of an anonymous type was captured: no parameter can have that type.</param>
/// <param name="Delegates">How many delegates and expression trees the method makes of it.</param>
/// <param name="HasWayAround">Whether the method can end without any of these once the closure is made.</param>
internal sealed record ClosureUse(bool ByDelegate, bool ByExpression, bool ByLocalFunction, bool IsAssigned, bool UsesThis, bool IsNameless, int Delegates, bool HasWayAround)
{
    /// <summary>What takes delegates that the method makes of it.</summary>
    public IReadOnlyList<CalledMethod> Takers { get; init; } = [];

    /// <summary>Whether a delegate of it is stored in a field, a property or a collection.</summary>
    public bool IsKept { get; init; }

    /// <summary>Whether no delegate of certain types that a method makes each time is one of a closure.</summary>
    /// <param name="types">Names of the types, without the types around them.</param>
    public static bool IsFree(MethodFacts method, IReadOnlySet<string> types)
    {
        var (code, assembly) = (method.Code, method.Assembly);
        var owners = (
            from place in code.Index()
            where place.Item.TakesMethod && place.Index + 1 < code.Count && code[place.Index + 1].Code == ILOpCode.Newobj
            where assembly.Called(code[place.Index + 1].Operand) is { CreatesDelegate: true } made && types.Contains(made.Type.Last)
            select GeneratedName.Parse(assembly.Called(place.Item.Operand)?.Type.Last ?? "")).Where(owner => owner is not GeneratedName.Lambdas).ToList();
        return owners.Count > 0 && !owners.Exists(owner => owner is GeneratedName.Closure);
    }

    /// <summary>Reads it off the code.</summary>
    /// <param name="closure">Name of its type, without the types around it.</param>
    /// <returns>Null when the method does not make it.</returns>
    public static ClosureUse? Of(MethodFacts method, string closure) => new Reader(method).Read(closure);

    private sealed class Reader(MethodFacts method)
    {
        // What the C# compiler names the field for "this".
        private const string This = "<>4__this";

        // What the names of the fields begin with in which it keeps delegates.
        private const string Kept = "<>9__";

        // What it names an anonymous type.
        private const string Anonymous = "<>f__AnonymousType";

        private readonly AssemblyFile assembly = method.Assembly;
        private readonly IReadOnlyList<IlInstruction> code = method.Code;
        private readonly HashSet<string> family = new(StringComparer.Ordinal);

        public ClosureUse? Read(string closure)
        {
            var made = code.Index().Where(place => Makes(place.Item) is { } type && type.Last == closure).Select(place => place.Index).ToList();
            if (made.Count == 0) return null;
            Gather(Makes(code[made[0]])!.Definition);
            var uses = code.Index().Where(place => Uses(place.Item)).Select(place => place.Index).ToHashSet();
            var flow = new CodeFlow(code);
            var inside = Inside().ToList();
            return new ClosureUse(
                code.Concat(inside).Any(instruction => instruction.TakesMethod && Holds(instruction)),
                code.Concat(inside).Any(Names),
                code.Any(instruction => instruction.Calls && IsOfFamily(instruction) && GeneratedName.Parse(assembly.Called(instruction.Operand)!.Name) is GeneratedName.LocalFunction),
                IsAssigned(),
                family.SelectMany(Fields).Any(field => field.Name == This),
                family.SelectMany(Fields).Any(field => field.Type.Full.Contains(Anonymous, StringComparison.Ordinal)),
                code.Count(instruction => instruction.TakesMethod && IsOfFamily(instruction)),
                made.Exists(place => flow.Reaches(place + 1, Ends, uses.Contains)))
            {
                Takers = [.. Takers().Where(taker => !Keeps(taker)).DistinctBy(called => (called.Key, called.Parameters))],
                IsKept = Takers().Any(taker => Keeps(taker) && taker is { Takes: > 1, Name: not "Invoke" }) || Bodies().Prepend(code).Any(StoresDelegate),
            };
        }

        // In F# the closure itself is handed on.
        private IEnumerable<CalledMethod> Takers() => Bodies().Prepend(code).SelectMany(body => body.Index()
            .Where(place => place.Item.TakesMethod ? Holds(place.Item) : assembly.Language == SourceLanguage.FSharp && Makes(place.Item) is { } type && family.Contains(type.Definition))
            .SelectMany(place => new ResultTakers(assembly, body).Of(place.Item.TakesMethod ? place.Index + 1 : place.Index))
            .Select(taker => taker.Called)
            .Where(taker => !taker.CreatesDelegate));

        // In a field that the compiler did not make.
        private bool StoresDelegate(IReadOnlyList<IlInstruction> body) => body.Index()
            .Where(place => place.Item.TakesMethod && Holds(place.Item))
            .Select(place => body.Skip(place.Index + 2).SkipWhile(instruction => instruction.Code == ILOpCode.Dup || instruction.Stored is not null).FirstOrDefault())
            .Any(next => next.Code is ILOpCode.Stfld or ILOpCode.Stsfld && assembly.OwnerOfField(next.Operand) is { } owner && GeneratedName.Parse(owner.Last) is null);

        // A property, an event or a collection keeps the delegate as it is.
        private static bool Keeps(CalledMethod taker) =>
            Accessor.Writes(taker.Name) || taker.Name.StartsWith("add_", StringComparison.Ordinal) || taker.Signature.ParameterTypes.All(type => type.IsParameter);

        // A closure of an inner scope holds that of the scope around it, and a lambda in there captures both.
        private void Gather(string closure)
        {
            family.Add(closure);
            var made = code.Select(Makes).OfType<NamedType>().Select(type => type.Definition).Where(type => GeneratedName.Parse(type[(type.LastIndexOf('+') + 1)..]) is GeneratedName.Closure).ToHashSet(StringComparer.Ordinal);
            while (made.FirstOrDefault(type => !family.Contains(type) && Fields(type).Any(field => family.Contains(field.Type.Definition))) is { } holder) family.Add(holder);
        }

        private List<(string Name, NamedType Type)> Fields(string type)
        {
            if (assembly.Types.Find(type) is not { } handle) return [];
            return Damage.Tolerate(() => assembly.Metadata.GetTypeDefinition(handle).GetFields().Select(assembly.Metadata.GetFieldDefinition)
                .Select(field => (assembly.Metadata.GetString(field.Name), TypeDecoder.Field(assembly.Metadata, field.Signature))).ToList()) ?? [];
        }

        private NamedType? Makes(IlInstruction instruction) => instruction.Code == ILOpCode.Newobj ? assembly.Called(instruction.Operand)?.Type : null;

        private bool Uses(IlInstruction instruction) => Names(instruction) || TakesKept(instruction) || ((instruction.TakesMethod || instruction.Calls) && IsOfFamily(instruction));

        // In a loop the closure keeps its delegate: a way past making it takes the one that is kept.
        private bool TakesKept(IlInstruction instruction) => instruction.Code == ILOpCode.Ldfld
            && assembly.FieldOf(instruction.Operand)?.StartsWith(Kept, StringComparison.Ordinal) == true && assembly.OwnerOfField(instruction.Operand) is { } owner && family.Contains(owner.Definition);

        private bool IsOfFamily(IlInstruction instruction) => assembly.Called(instruction.Operand) is { } called && family.Contains(called.Type.Definition);

        // An expression tree names the closure and its fields; a delegate does not.
        private bool Names(IlInstruction instruction) =>
            instruction.Code == ILOpCode.Ldtoken && (assembly.OwnerOfField(instruction.Operand) ?? assembly.TypeOf(instruction.Operand)) is { } type && family.Contains(type.Definition);

        private bool Ends(int place) => method.IsAsync
            ? code[place].Calls && assembly.Called(code[place].Operand) is { Name: "SetResult" } called && called.Type.Definition.StartsWith(Framework.CompilerServices, StringComparison.Ordinal)
            : code[place].Code == ILOpCode.Ret;

        private bool IsAssigned()
        {
            if (Stores(code).GroupBy(token => token).Any(stores => stores.Count() > 1)) return true;
            return Bodies().Any(body => Stores(body).Any());
        }

        // The code of the lambdas and local functions that capture.
        private IEnumerable<IReadOnlyList<IlInstruction>> Bodies() => family.Select(assembly.Types.Find).OfType<TypeDefinitionHandle>()
            .SelectMany(type => assembly.Metadata.GetTypeDefinition(type).GetMethods())
            .Where(inside => !assembly.Metadata.GetMethodDefinition(inside).Attributes.HasFlag(MethodAttributes.RTSpecialName))
            .Select(inside => assembly.Code(assembly.Methods.CodeOf(inside)));

        private IEnumerable<IlInstruction> Inside() => Bodies().SelectMany(body => body);

        // A lambda in a local function may have a closure that holds this one.
        private bool Holds(IlInstruction instruction) => IsOfFamily(instruction)
            || (assembly.Called(instruction.Operand) is { } called && GeneratedName.Parse(called.Type.Last) is GeneratedName.Closure && Fields(called.Type.Definition).Any(field => family.Contains(field.Type.Definition)));

        private IEnumerable<int> Stores(IReadOnlyList<IlInstruction> instructions) => instructions.Index()
            .Where(place => place.Item.Code == ILOpCode.Stfld || (place.Item.Code == ILOpCode.Ldflda && MayStore(instructions, place.Index)))
            .Select(place => place.Item.Operand)
            .Where(field => assembly.OwnerOfField(field) is { } owner && family.Contains(owner.Definition));

        // Taking the address of a field may write to it. Reading a part of it does not, nor does calling a member of a simple value; HashCode is not simple.
        private bool MayStore(IReadOnlyList<IlInstruction> instructions, int address)
        {
            var above = 0;
            foreach (var instruction in instructions.Skip(address + 1))
            {
                if (StackEffect.Of(instruction, assembly) is not { } effect) return true;
                if (effect.Takes <= above)
                {
                    above += effect.Leaves - effect.Takes;
                    continue;
                }

                var isMember = instruction.Calls && effect.Takes == above + 1 && assembly.Called(instruction.Operand) is { Signature.Header.IsInstance: true };
                return !(instruction.Code == ILOpCode.Ldfld || (isMember && assembly.TypeOfField(instructions[address].Operand) is { Namespace: "System", Path: [not "HashCode"] }));
            }

            return true;
        }
    }
}
