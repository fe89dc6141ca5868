using System.Globalization;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Harness.Planning;

/// <summary>Runtime settings of a plug-in's project and of a class's jobs: <c>compare</c> measures with those that a profile can set.</summary>
internal static class ProjectSettings
{
    // Names of runtimeconfig.json, and of the members of "gcSettings".
    private static readonly Dictionary<string, string> Members = new(StringComparer.Ordinal)
    {
        ["System.GC.Server"] = "server",
        ["System.GC.Concurrent"] = "concurrent",
        ["System.GC.HeapHardLimit"] = "heapHardLimit",
        ["System.GC.ConserveMemory"] = "conserveMemory",
        ["System.GC.HeapCount"] = "heapCount",
        ["System.GC.RetainVM"] = "retainVm",
        ["System.Runtime.TieredPGO"] = "tieredPgo",
        ["System.Runtime.TieredCompilation"] = "tieredCompilation",
    };

    private static readonly Dictionary<string, string> Nothing = [];

    /// <summary>The entry of <c>gcSettings</c> for a workload; null when neither its project nor its class has such settings.</summary>
    public static JsonTree? Entry(Catalogue catalogue, WorkloadDescription? workload, Place at)
    {
        var project = catalogue.Plugins?.FirstOrDefault(plugin => plugin.Name == workload?.Plugin)?.RuntimeConfig ?? Nothing;
        var ofClass = workload?.RuntimeConfig ?? Nothing;
        var settings = project.Where(setting => !ofClass.ContainsKey(setting.Key)).Concat(ofClass);
        JsonMember[] members = [.. settings.Where(setting => Members.ContainsKey(setting.Key)).Select(setting => new JsonMember(Members[setting.Key], at, Value(setting, at)))];
        return members.Length == 0 ? null : new JsonTree.Object(at, [new JsonMember("name", at, new JsonTree.Text(at, ofClass.Count == 0 ? "project" : "class")), .. members]);
    }

    /// <summary>One line for each measured class whose jobs change what is measured, for what is in force and what is not.</summary>
    /// <param name="catalogue">What can be measured.</param>
    /// <param name="profile">What is measured.</param>
    /// <param name="taken">Whether settings that a profile can set are in force, as with <c>compare</c>.</param>
    public static IEnumerable<string> OfJobs(Catalogue catalogue, Profile profile, bool taken)
    {
        foreach (var workload in profile.Experiments.Select(experiment => catalogue.Workload(experiment.Workload)).OfType<WorkloadDescription>().DistinctBy(workload => workload.Id))
        {
            string[] settings = [.. (workload.RuntimeConfig ?? Nothing).Select(Written)];
            string[] others = [.. taken ? [] : settings, .. (workload.Jobs ?? []).Select(Printable.Text)];
            if (taken && settings.Length > 0) yield return $"{Printable.Text(workload.Id)}: measured with the settings of its jobs: {string.Join(", ", settings)}";
            if (others.Length > 0)
                yield return $"{Printable.Text(workload.Id)}: its jobs also set {string.Join(", ", others)}, which measured processes do not have: name runtimes with --runtime, and the rest as settings of a side, such as env.NAME=VALUE";
        }
    }

    /// <summary>One line for each plug-in whose project has runtime settings.</summary>
    /// <param name="catalogue">What can be measured.</param>
    /// <param name="taken">Whether settings that a profile can set are in force, as with <c>compare</c>.</param>
    public static IEnumerable<string> Notes(Catalogue catalogue, bool taken)
    {
        foreach (var builds in (catalogue.Plugins ?? []).GroupBy(plugin => plugin.Name, StringComparer.Ordinal))
        {
            var plugin = builds.First();
            string[] asked = [.. builds.Select(build => string.Join(", ", (build.RuntimeConfig ?? new Dictionary<string, string>()).Select(Written).Order(StringComparer.Ordinal).DefaultIfEmpty("nothing"))).Distinct(StringComparer.Ordinal)];
            if (taken && asked.Length > 1) yield return $"{Printable.Text(plugin.Name)}: its builds set the runtime differently ({string.Join("; ", asked)}), and all sides are measured with the first of these: set gc.NAME=VALUE for a side";
            if (plugin.RuntimeConfig is not { } settings) continue;
            var inForce = settings.Where(setting => taken && Members.ContainsKey(setting.Key)).Select(Written).ToList();
            var others = settings.Select(Written).Except(inForce).ToList();
            if (inForce.Count > 0) yield return $"{Printable.Text(plugin.Name)}: measured with the settings of its project: {string.Join(", ", inForce)}";
            if (others.Count > 0) yield return $"{Printable.Text(plugin.Name)}: its project also sets {string.Join(", ", others)}, which measured processes do not have; set those of the GC and the JIT in \"gcSettings\" of a profile";
        }
    }

    private static string Written(KeyValuePair<string, string> setting) => Printable.Text($"{setting.Key}={setting.Value}");

    // A size has a unit in profiles, and is a number of bytes there.
    private static JsonTree Value(KeyValuePair<string, string> setting, Place at) => setting switch
    {
        { Key: "System.GC.HeapHardLimit", Value: var text } when long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var bytes) => new JsonTree.Text(at, new ByteSize(bytes).ToString()),
        { Value: var text } when bool.TryParse(text, out var flag) => new JsonTree.Flag(at, flag),
        { Value: var text } when text.All(char.IsAsciiDigit) && text.Length > 0 => new JsonTree.Number(at, text),
        { Value: var text } => new JsonTree.Text(at, text),
    };
}
