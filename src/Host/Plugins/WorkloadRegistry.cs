using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>Everything that this process can measure: its own workloads, and those of plug-ins, which are loaded on request.</summary>
/// <param name="own">Its own workloads.</param>
/// <param name="enter">Called with the path of a plug-in before code of it runs.</param>
internal sealed class WorkloadRegistry(IReadOnlyList<Workload> own, Action<string> enter)
{
    /// <summary>Describes all of them. What goes wrong with a plug-in is in its description.</summary>
    public Catalogue Describe(PluginSet? plugins)
    {
        var catalogue = CatalogueDescription.Of(own);
        if (plugins is null) return catalogue;
        var described = LoadedPlugin.All(plugins, own.Select(workload => workload.Id), enter).Select(Describe).ToList();
        return catalogue with
        {
            Workloads = [.. catalogue.Workloads, .. described.SelectMany(plugin => plugin.Workloads)],
            Plugins = [.. described.Select(plugin => plugin.Plugin)],
        };
    }

    /// <summary>A workload by its id.</summary>
    /// <exception cref="RequestRefusedException">There is none.</exception>
    public FoundWorkload Find(string id, PluginSet? plugins)
    {
        if (own.FirstOrDefault(workload => workload.Id == id) is { } found) return new FoundWorkload(found, null);
        IReadOnlyList<LoadedPlugin> loaded = plugins is null ? [] : LoadedPlugin.All(plugins, own.Select(workload => workload.Id), enter);
        foreach (var plugin in loaded)
        {
            if (plugin.Offers.FirstOrDefault(offer => offer.Id == id)?.Make().Workload is { } workload) return new FoundWorkload(workload, plugin.Name);
        }

        var reasons = loaded.Where(plugin => plugin.Failure is not null).Select(plugin => $"; plug-in {plugin.Name}: {plugin.Failure}");
        throw new RequestRefusedException(FailureReason.Request, $"this host has no workload '{id}'{string.Concat(reasons)}");
    }

    private static (IReadOnlyList<WorkloadDescription> Workloads, PluginDescription Plugin) Describe(LoadedPlugin plugin)
    {
        var (workloads, leftOut) = (new List<WorkloadDescription>(), new List<LeftOut>());
        foreach (var offer in plugin.Offers)
        {
            try
            {
                var made = offer.Make();
                if (made.Workload is BenchmarkWorkload read) made = read.AsRun();
                leftOut.AddRange(made.LeftOut);
                if (made.Workload is not { } workload) continue;
                var description = CatalogueDescription.Of(workload) with { Plugin = plugin.Name };
                if (workload is BenchmarkWorkload benchmarks) description = benchmarks.AddTo(description);
                if (DescriptionRefusals.Problem(description) is { } problem) throw new PluginRefusedException(problem);
                workloads.Add(description);
            }
            catch (Exception exception)
            {
                // Descriptions are code of the plug-in, which may throw anything.
                leftOut.Add(new LeftOut(offer.Name, PluginFault.Reason(exception)));
            }
        }

        var (unoptimized, covered) = plugin.FindReferenced();
        return (workloads, new PluginDescription(plugin.Name, plugin.Optimized, plugin.Failure, leftOut, plugin.Settings, plugin.IsEmpty, unoptimized, covered));
    }
}

/// <summary>A workload, and where it is from.</summary>
/// <param name="Plugin">File name of its plug-in; null for one of this process's own.</param>
internal sealed record FoundWorkload(Workload Workload, string? Plugin);

/// <summary>A workload that a plug-in offers, not made yet: a process measures only one of many.</summary>
/// <param name="Id">Its id; null for what cannot be measured at all.</param>
/// <param name="Make">Makes it; may throw anything that a plug-in throws.</param>
internal sealed record Offer(string? Id, string Name, Func<OfferedWorkload> Make)
{
    /// <summary>The same, with something to do before it is made.</summary>
    public Offer After(Action first) => this with
    {
        Make = () =>
        {
            first();
            return Make();
        },
    };

    /// <summary>One that cannot be measured.</summary>
    public static Offer Of(LeftOut leftOut) => new(null, leftOut.Name, () => new OfferedWorkload(null, [leftOut]));
}

/// <summary>A workload of a plug-in, as far as it could be made.</summary>
internal sealed record OfferedWorkload(Workload? Workload, IReadOnlyList<LeftOut> LeftOut);

/// <summary>Workloads that a plug-in lists in its <see cref="AsyncLoadWorkloadsAttribute"/>.</summary>
internal static class NativeWorkloads
{
    /// <summary>Each class that is listed, in that order.</summary>
    /// <param name="taken">Ids that others have; those of these workloads are added.</param>
    public static IEnumerable<Offer> Find(Assembly assembly, ISet<string> taken)
    {
        var listed = AttributeReader.All(assembly, typeof(AsyncLoadWorkloadsAttribute).FullName!).SelectMany(attribute => attribute.Listed.OfType<Type>());
        foreach (var type in listed)
        {
            var (workload, problem) = Create(type, taken);
            if (workload is null) yield return Offer.Of(new LeftOut(CSharpTypeName.Of(type), problem!));
            else yield return new Offer(workload.Id, CSharpTypeName.Of(type), () => new OfferedWorkload(workload, []));
        }
    }

    /// <summary>Classes that could be listed and are not.</summary>
    public static IEnumerable<Type> Unlisted(IEnumerable<Type> types) =>
        types.Where(type => type is { IsVisible: true, IsAbstract: false } && typeof(Workload).IsAssignableFrom(type));

    private static (Workload? Workload, string? Problem) Create(Type type, ISet<string> taken)
    {
        try
        {
            if (!typeof(Workload).IsAssignableFrom(type)) return (null, $"it does not derive from {typeof(Workload).FullName}");
            if (type.IsAbstract || type.GetConstructor([]) is not { } constructor) return (null, PluginRefusedException.NoConstructor);
            var workload = (Workload)constructor.Invoke(BindingFlags.DoNotWrapExceptions, null, null, null);
            if (string.IsNullOrWhiteSpace(workload.Id)) return (null, "its Id is empty");
            return taken.Add(workload.Id) ? (workload, null) : (null, HostReply.Failed.ShortMessage($"another workload has its Id '{workload.Id}' already"));
        }
        catch (Exception exception)
        {
            // Its constructor is code of the plug-in, which may throw anything.
            return (null, PluginFault.Reason(exception));
        }
    }
}

/// <summary>Checks a plug-in's description of a workload for what a plan relies on.</summary>
internal static class DescriptionRefusals
{
    // In characters. Texts of workloads name comparisons in every report and file, so none is cut.
    private const int LongestText = 32_000;

    /// <summary>What is wrong with it, in words that go on after its name; null when nothing is.</summary>
    public static string? Problem(WorkloadDescription workload)
    {
        string?[] texts =
        [
            workload.Id,
            workload.Summary,
            .. workload.Variants.SelectMany(variant => new[] { variant.Id, variant.Summary, variant.ReturnType }),
            .. workload.Parameters.SelectMany(parameter => new[] { parameter.Name, parameter.Summary, parameter.Default }),
            .. workload.Parameters.SelectMany(parameter => parameter.Values),
        ];
        if (texts.Contains(null)) return "a text that it must give is null";
        if (texts.FirstOrDefault(text => text!.Length > LongestText) is { } text)
            return FormattableString.Invariant($"it has a name, a description or a value of {text.Length} characters, and {LongestText} are allowed: build long text in the operation");
        if (workload.Variants.Count == 0) return "it has no variant";
        if (Twice(workload.Variants.Select(variant => variant.Id)) is { } variant) return $"two of its variants are called '{variant}'";
        if (Twice(workload.Parameters.Select(parameter => parameter.Name)) is { } name) return $"two of its parameters are called '{name}'";
        // Each group of a benchmark class may have one, which is checked when the class is read.
        if (workload.ClassName is null && workload.Variants.Count(variant => variant.IsBaseline) > 1) return "more than one of its variants is the baseline: mark only one";
        return workload.Parameters.FirstOrDefault(parameter => !parameter.Values.Contains(parameter.Default)) is { } parameter
            ? $"the default '{parameter.Default}' of its parameter '{parameter.Name}' is none of the values"
            : null;
    }

    private static string? Twice(IEnumerable<string> names) =>
        names.GroupBy(name => name, StringComparer.Ordinal).FirstOrDefault(group => group.Count() > 1)?.Key;
}
