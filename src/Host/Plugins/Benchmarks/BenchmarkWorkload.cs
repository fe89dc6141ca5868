using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A benchmark class as a workload, its methods as variants. Each operation has a separate instance, set up separately, unless one is shared.</summary>
/// <param name="argumentsName">Name of the parameter for arguments of all its methods, also of those that filters leave out: a process that measures does not ask for filters.</param>
internal sealed class BenchmarkWorkload(string id, BenchmarkClass definition, bool sharesInstance, string? argumentsName) : Workload
{
    private const string AsyncMethod = "System.Runtime.CompilerServices.AsyncStateMachineAttribute";
    private const string MethodBuilder = "System.Runtime.CompilerServices.AsyncMethodBuilderAttribute";

    private readonly List<object> instances = [];
    private BenchmarkMethod? running;

    /// <summary>A class as it was read, as far as it can be measured.</summary>
    public static OfferedWorkload Offered(string id, BenchmarkClass definition, bool sharesInstance) => Offered(id, definition, sharesInstance, NameOfArguments(definition));

    /// <summary>The same with what BenchmarkDotNet runs, which is what is described.</summary>
    public OfferedWorkload AsRun() => Offered(id, definition.AsRun(), sharesInstance, argumentsName);

    private static OfferedWorkload Offered(string id, BenchmarkClass definition, bool sharesInstance, string? argumentsName) =>
        new(definition.Methods.Count == 0 ? null : new BenchmarkWorkload(id, definition, sharesInstance, TakesArguments(definition) ? argumentsName : null), definition.LeftOut);

    public override string Id => id;

    /// <summary>The class.</summary>
    public Type Type => definition.Type;

    /// <summary>A description with what only a benchmark class has: its full name, which no other class of its plug-in has, and what each method is called with.</summary>
    public WorkloadDescription AddTo(WorkloadDescription description)
    {
        var jobs = DeclaredJobs.Of(definition.Type);
        return description with
        {
            ClassName = definition.Type.ToString(),
            ArgumentsParameter = argumentsName,
            SharedState = SharedState.Find(definition.Type),
            Variants = [.. description.Variants.Select(variant => AddTo(variant, definition.Methods.First(method => method.Id == variant.Id)))],
            RuntimeConfig = jobs.Runtime,
            Jobs = jobs.Others,
        };
    }

    public override string Summary => $"benchmark class {CSharpTypeName.Full(definition.Type)}";

    public override IReadOnlyList<Parameter> Parameters =>
    [
        .. definition.Parameters.Select(member => new Parameter(member.Name, "set on the instance", member.Texts[0], member.Texts)),
        .. argumentsName is null ? [] : new[] { ArgumentsParameter(argumentsName) },
    ];

    public override IReadOnlyList<Variant> Variants => [.. definition.Methods.OrderByDescending(method => method.IsBaseline).Select(VariantOf)];

    public override Operation CreateOperation(string variant, Arguments arguments)
    {
        var method = definition.Methods.FirstOrDefault(method => method.Id == variant) ?? throw new ArgumentException($"no variant '{variant}'", nameof(variant));
        var (instance, values) = sharesInstance && instances is [var only] ? (only, Values(method, arguments, only)) : NewInstance(method, arguments);
        return BenchmarkCall.Of(method.Method, instance, values);
    }

    public override void TearDown()
    {
        if (running?.CleanUp is { } cleanUp)
        {
            foreach (var instance in instances) BenchmarkInstance.Call(instance, cleanUp);
        }

        instances.Clear();
    }

    // Arguments before parameters, as in BenchmarkDotNet: a source sees the instance as its constructor left it.
    private (object Instance, object?[] Values) NewInstance(BenchmarkMethod method, Arguments arguments)
    {
        running = method;
        var instance = BenchmarkInstance.Create(definition.Type);
        var values = Values(method, arguments, instance);
        foreach (var member in definition.Parameters.OrderBy(member => member.Turn)) member.Set(instance, arguments[member.Name]);
        if (method.SetUp is { } setUp) BenchmarkInstance.Call(instance, setUp);
        instances.Add(instance);
        return (instance, values);
    }

    private object?[] Values(BenchmarkMethod method, Arguments arguments, object instance) => method.Arguments is { } sets ? sets.Values(arguments[argumentsName!], instance) : [];

    private static VariantDescription AddTo(VariantDescription variant, BenchmarkMethod benchmark) => variant with
    {
        Arguments = benchmark.Arguments?.Texts,
        Declared = new BenchmarkDeclaration(benchmark.Method.Name, benchmark.Description, benchmark.Categories, benchmark.Group),
    };

    private static Variant VariantOf(BenchmarkMethod benchmark)
    {
        var method = benchmark.Method;
        var summary = benchmark.Description ?? $"{CSharpTypeName.Of(method.DeclaringType!)}.{method.Name}";
        if (benchmark.OperationsPerInvoke > 1) summary += FormattableString.Invariant($", {benchmark.OperationsPerInvoke} operations per call");
        var waits = BenchmarkResult.Waits(method.ReturnType);
        return new Variant(benchmark.Id, summary, CSharpTypeName.Of(method.ReturnType), BuilderOf(benchmark), waits ? "where it awaits; a benchmark does not say" : null)
        {
            PooledBoxes = waits ? null : 0,
            OperationsPerCall = benchmark.OperationsPerInvoke,
            IsBaseline = benchmark.IsBaseline,
        };
    }

    private static Builder BuilderOf(BenchmarkMethod benchmark)
    {
        if (!AttributeReader.Has(benchmark.Method, AsyncMethod)) return Builder.None;
        return AttributeReader.Has(benchmark.Method, MethodBuilder) ? Builder.Pooling : Builder.Default;
    }

    private static bool TakesArguments(BenchmarkClass definition) => definition.Methods.Any(method => method.Arguments is not null);

    // Methods with different argument names share the name "arguments".
    private static string? NameOfArguments(BenchmarkClass definition)
    {
        var named = definition.Methods.Select(method => method.Arguments).OfType<ArgumentSets>().Select(sets => string.Join('-', sets.Names)).Distinct(StringComparer.Ordinal).ToList();
        if (named.Count == 0) return null;
        return named is [var one] && definition.Parameters.All(member => member.Name != one) ? one : "arguments";
    }

    // Sets that most methods take come first: the first value is the default.
    private Parameter ArgumentsParameter(string name)
    {
        var sets = definition.Methods.Select(method => method.Arguments).OfType<ArgumentSets>().ToList();
        string[] texts = [.. sets.SelectMany(set => set.Texts).Distinct(StringComparer.Ordinal).OrderByDescending(text => sets.Count(set => set.Texts.Contains(text)))];
        return new Parameter(name, "arguments of the methods", texts[0], texts);
    }
}
