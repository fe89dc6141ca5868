using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.InteropServices;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>What the jobs of a benchmark class set, as BenchmarkDotNet adds them up: those of attributes and configs of the class and the assembly.</summary>
/// <param name="Runtime">Settings of the GC on which all jobs agree, by their names in <c>runtimeconfig.json</c>; null for none.</param>
/// <param name="Others">What else they change of what is measured, as BenchmarkDotNet writes it: <c>Runtime=.NET 8.0</c>; null for nothing.</param>
internal sealed record DeclaredJobs(IReadOnlyDictionary<string, string>? Runtime, IReadOnlyList<string>? Others)
{
    // Settings of jobs that a measured process can have, with their names for the runtime.
    private static readonly Dictionary<string, string> Known = new(StringComparer.Ordinal)
    {
        ["Server"] = "System.GC.Server",
        ["Concurrent"] = "System.GC.Concurrent",
        ["RetainVm"] = "System.GC.RetainVM",
        ["HeapCount"] = "System.GC.HeapCount",
    };

    // How long and how often BenchmarkDotNet measures, and with what: that is the profile's business here.
    private static readonly HashSet<string> Measuring = new(StringComparer.Ordinal)
    {
        "Id", "IsDefault", "IsMutator", "Baseline", "IterationCount", "MinIterationCount", "MaxIterationCount", "WarmupCount", "MinWarmupIterationCount",
        "MaxWarmupIterationCount", "LaunchCount", "UnrollFactor", "InvocationCount", "IterationTime", "MinIterationTime", "MinInvokeCount", "MaxRelativeError", "MaxAbsoluteError",
        "EvaluateOverhead", "OutlierMode", "AnalyzeLaunchVariance", "MemoryRandomization", "RemoveOutliers", "Clock", "EngineFactory", "Toolchain", "Force", "Jit",
        "PowerPlanMode", "LargeAddressAware", "AllowVeryLargeObjects",
    };

    // What a measured process does anyway.
    private static readonly HashSet<string> Usual = new(StringComparer.Ordinal)
    {
        FormattableString.Invariant($"Runtime=.NET {Environment.Version.Major}.{Environment.Version.Minor}"),
        $"Platform={RuntimeInformation.ProcessArchitecture}", "Platform=AnyCpu", "RunStrategy=Throughput",
    };

    /// <summary>Those of a class. Its configs are made, which loads BenchmarkDotNet.</summary>
    public static DeclaredJobs Of(Type type)
    {
        try
        {
            return Read(type);
        }
        catch (Exception exception)
        {
            // Configs are code of the plug-in, which may throw anything. The class can be measured without them.
            return new DeclaredJobs(null, [$"what cannot be read ({PluginFault.Reason(exception)})"]);
        }
    }

    private static DeclaredJobs Read(Type type)
    {
        var jobs = Effective([.. DeclaredConfigs.Of(type).SelectMany(config => DeclaredConfigs.Given(config, "GetJobs"))]);
        var agreed = Known.Keys.Where(id => jobs.Count > 0 && jobs.TrueForAll(job => job.GetValueOrDefault(id) is { } value && value == jobs[0][id])).ToList();
        string[] others =
        [
            .. jobs.SelectMany(job => job).Where(setting => !agreed.Contains(setting.Key)).Select(setting => $"{setting.Key}={setting.Value}")
                .Where(setting => !Usual.Contains(setting)).Distinct(StringComparer.Ordinal),
            .. type.GetMethods().SelectMany(OfMethod),
        ];
        return new DeclaredJobs(agreed.Count == 0 ? null : agreed.ToDictionary(id => Known[id], id => jobs[0][id], StringComparer.Ordinal), others.Length == 0 ? null : others);
    }

    // One process measures all methods of a comparison's side, so a setting of one method is only named.
    private static IEnumerable<string> OfMethod(MethodInfo method) =>
        from config in DeclaredConfigs.OfMember(method)
        from job in DeclaredConfigs.Given(config, "GetJobs")
        from setting in Settings(job)
        select $"{setting.Key}={setting.Value} for {method.Name}";

    // A mutator changes every other job, or the one that there is without any.
    private static List<Dictionary<string, string>> Effective(IReadOnlyList<object> jobs)
    {
        var (mutators, own) = (jobs.Where(IsMutator).Select(Settings).ToList(), jobs.Where(job => !IsMutator(job)).Select(Settings).ToList());
        if (own.Count == 0 && mutators.Count > 0) own.Add([]);
        foreach (var job in own)
        {
            foreach (var (id, value) in mutators.SelectMany(mutator => mutator)) job[id] = value;
        }

        return own;
    }

    private static bool IsMutator(object job) => Property(Property(job, "Meta"), "IsMutator") is true;

    private static Dictionary<string, string> Settings(object job)
    {
        var settings = new Dictionary<string, string>(StringComparer.Ordinal);
        if (job.GetType().GetMethod("GetCharacteristicsWithValues", [])?.Invoke(job, BindingFlags.DoNotWrapExceptions, null, null, null) is not IEnumerable set) return settings;
        foreach (var characteristic in set)
        {
            if (Property(characteristic, "Id") is not string id || Measuring.Contains(id) || Property(characteristic, "HasChildCharacteristics") is true) continue;
            // Its class is generic, and hides the value of any type, which the base class has.
            var value = characteristic.GetType().BaseType!.GetProperty("Item")!.GetValue(characteristic, BindingFlags.DoNotWrapExceptions, null, [job], CultureInfo.InvariantCulture);
            if (value is not null) settings[id] = Written(value);
        }

        return settings;
    }

    private static string Written(object value) => value is IEnumerable several and not string
        ? string.Join(' ', several.Cast<object?>())
        : Convert.ToString(value, CultureInfo.InvariantCulture) ?? "";

    private static object? Property(object? owner, string name) => owner?.GetType().GetProperty(name)?.GetValue(owner, BindingFlags.DoNotWrapExceptions, null, null, CultureInfo.InvariantCulture);
}
