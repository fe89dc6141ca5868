namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>Full names of the attributes that are read. They are facts of BenchmarkDotNet, which is not referenced.</summary>
internal static class BenchmarkAttributes
{
    public const string Benchmark = Space + "BenchmarkAttribute";
    public const string Params = Space + "ParamsAttribute";
    public const string ParamsSource = Space + "ParamsSourceAttribute";
    public const string ParamsAllValues = Space + "ParamsAllValuesAttribute";
    public const string Arguments = Space + "ArgumentsAttribute";
    public const string ArgumentsSource = Space + "ArgumentsSourceAttribute";
    public const string GlobalSetup = Space + "GlobalSetupAttribute";
    public const string GlobalCleanup = Space + "GlobalCleanupAttribute";
    public const string IterationSetup = Space + "IterationSetupAttribute";
    public const string IterationCleanup = Space + "IterationCleanupAttribute";
    public const string GenericTypeArguments = Space + "GenericTypeArgumentsAttribute";
    public const string BenchmarkCategory = Space + "BenchmarkCategoryAttribute";
    public const string GroupBenchmarksBy = Space + "GroupBenchmarksByAttribute";
    public const string Config = Space + "ConfigAttribute";

    /// <summary>The base class of those that bring a job.</summary>
    public const string Job = Space + "JobConfigBaseAttribute";

    /// <summary>The base class of those that change jobs.</summary>
    public const string JobMutator = Space + "JobMutatorConfigBaseAttribute";

    /// <summary>The base class of those that bring filters.</summary>
    public const string Filter = Space + "FilterConfigBaseAttribute";

    /// <summary>The interface of those that bring any config.</summary>
    public const string ConfigSource = "BenchmarkDotNet.Configs.IConfigSource";

    /// <summary>The enum that <see cref="GroupBenchmarksBy"/> takes.</summary>
    public const string GroupRule = "BenchmarkDotNet.Configs.BenchmarkLogicalGroupRule";

    private const string Space = "BenchmarkDotNet.Attributes.";

    /// <summary>An attribute as it is written: <c>[Params]</c>.</summary>
    public static string Written(string name) => $"[{name[(name.LastIndexOf('.') + 1)..^nameof(Attribute).Length]}]";
}
