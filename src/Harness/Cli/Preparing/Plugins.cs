using System.CommandLine;
using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>What a command line says about plug-ins, and the profile that it names.</summary>
/// <param name="Files">Paths of assemblies.</param>
/// <param name="Projects">Paths of projects, and of single C# files, to build first.</param>
/// <param name="SharedInstance">Whether all workers call one instance of a benchmark class.</param>
/// <param name="IgnoreValues">Whether benchmark methods may return different values.</param>
internal sealed record PluginRequest(IReadOnlyList<string> Files, IReadOnlyList<string> Projects, bool SharedInstance, bool IgnoreValues)
{
    /// <summary>None.</summary>
    public static PluginRequest None { get; } = new([], [], SharedInstance: false, IgnoreValues: false);

    /// <summary>Whole paths of assemblies, projects and single files that the profile names; none without one.</summary>
    public IReadOnlyList<string> OfProfile { get; init; } = [];

    /// <summary>The same with what a profile names, relative to its file.</summary>
    /// <exception cref="CommandFailedException">One is not there.</exception>
    public PluginRequest With(string profile, IReadOnlyList<string> names)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(profile))!;
        foreach (var name in names.Where(name => !File.Exists(Path.GetFullPath(name, folder))))
            throw new CommandFailedException(ExitCode.ProfileInvalid, $"{profile}: there is no plug-in {Printable.Quote(name)} beside the profile");
        return this with { OfProfile = [.. names.Select(name => Path.GetFullPath(name, folder))] };
    }

    /// <summary>The same with one more project or file to build.</summary>
    public PluginRequest With(string project) => this with { Projects = [.. Projects, project] };
}

/// <summary>The options of every command that measures or shows workloads of plug-ins.</summary>
internal sealed class PluginOptions
{
    private readonly Option<string[]> plugin =
        CheckedOption.Texts("--plugin", "assembly with your own workloads or with BenchmarkDotNet classes; may be given again", "DLL");

    private readonly Option<string[]> project =
        CheckedOption.Texts("--project", "project or single C# file with such workloads; it is built in Release first; may be given again", "CSPROJ");

    private readonly Option<bool> shared = new("--shared-instance") { Description = "let all workers call one instance of a benchmark class (default: each worker has its own)" };
    private readonly Option<bool> ignore = new("--ignore-values") { Description = "compare benchmark methods even if they return different values" };

    public IReadOnlyList<Option> Options => [plugin, project, shared, ignore];

    public void AddTo(Command command)
    {
        foreach (var option in Options) command.Options.Add(option);
    }

    public PluginRequest Request(ParseResult parsed) =>
        new(parsed.GetValue(plugin) ?? [], parsed.GetValue(project) ?? [], parsed.GetValue(shared), parsed.GetValue(ignore));
}

/// <summary>Finds the files of plug-ins, building projects first.</summary>
/// <param name="terminal">Where it says that it builds.</param>
/// <param name="framework">The oldest runtime that they are measured on, by its target framework; null for this program's runtime.</param>
internal sealed class PluginFinder(Terminal terminal, string? framework = null)
{
    /// <summary>The plug-ins of a profile, then those of the command line, then those built from its projects.</summary>
    /// <returns>The plug-ins; null for none.</returns>
    /// <exception cref="CommandFailedException">One is missing or cannot be built.</exception>
    public async Task<PluginSet?> FindAsync(PluginRequest asked, CancellationToken cancellation)
    {
        RequireThere(asked);
        var paths = new List<string>();
        foreach (var path in asked.OfProfile) paths.Add(IsProject(path) ? await BuildAsync(Path.GetRelativePath(Environment.CurrentDirectory, path), cancellation) : path);
        paths.AddRange(asked.Files);
        foreach (var project in asked.Projects) paths.Add(await BuildAsync(project, cancellation));
        var files = paths.Select(Path.GetFullPath).Distinct(StringComparer.Ordinal).Select(Read).ToList();
        return files.Count == 0 ? null : new PluginSet(files, asked.SharedInstance, asked.IgnoreValues);
    }

    /// <summary>A plug-in as it is now.</summary>
    /// <exception cref="CommandFailedException">It cannot be read.</exception>
    public static PluginFile Read(string path)
    {
        try
        {
            return PluginFiles.Read(path);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.BadArguments, $"the plug-in cannot be read: {problem.Message}");
        }
    }

    /// <summary>Whether a path is built, rather than loaded.</summary>
    public static bool IsProject(string path) => path.EndsWith("proj", StringComparison.OrdinalIgnoreCase) || ProfileSource.IsFile(path);

    /// <summary>Builds a project, or one C# file, where it lies, and says so.</summary>
    /// <param name="project">Its path.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>The path of what was built.</returns>
    /// <exception cref="CommandFailedException">It cannot be built.</exception>
    public async Task<string> BuildAsync(string project, CancellationToken cancellation)
    {
        if (!Path.Exists(project)) throw new DotnetBuild(project).Failure("there is no such file");
        await terminal.Error.WriteLineAsync($"building {Printable.Text(project)}");
        return await (ProfileSource.IsFile(project) ? new FileBuild(project).RunAsync(cancellation) : new ProjectBuild(project) { Framework = framework }.RunAsync(cancellation));
    }

    /// <summary>Refuses assemblies of the command line that are not there.</summary>
    /// <exception cref="CommandFailedException">One is not.</exception>
    public static void RequireThere(PluginRequest asked)
    {
        foreach (var path in asked.Files.Where(path => !File.Exists(path))) throw new CommandFailedException(ExitCode.BadArguments, $"there is no plug-in {path}");
    }
}

/// <summary>Reports which parts of plug-ins cannot be measured.</summary>
internal static class PluginReport
{
    /// <summary>One line for each plug-in that offers nothing.</summary>
    public static IEnumerable<string> Failures(Catalogue catalogue) =>
        from plugin in catalogue.Plugins ?? []
        from failure in new[] { plugin.Failure }.OfType<string>()
        select $"plug-in {Printable.Text(plugin.Name)}: {Printable.Text(failure)}";

    /// <summary>One line for each class or method that cannot be measured.</summary>
    public static IEnumerable<string> LeftOut(Catalogue catalogue) => LeftOut(catalogue, _ => true);

    /// <summary>One line for each method of one workload's class that cannot be measured.</summary>
    public static IEnumerable<string> LeftOut(Catalogue catalogue, WorkloadDescription workload) => LeftOut(catalogue, part => part.ClassName is { } name && name == workload.ClassName);

    /// <summary>What a comparison of a whole class does not cover: methods that cannot be measured, and methods in a group without a baseline.</summary>
    public static IEnumerable<string> PassedOver(Catalogue catalogue, Profile profile)
    {
        foreach (var workload in profile.Experiments.Where(experiment => IsWhole(experiment, catalogue)).Select(experiment => experiment.Workload).Distinct(StringComparer.Ordinal))
        {
            var described = catalogue.Workload(workload)!;
            string[] alone = [.. MarkedGroups.Alone(described).Select(Printable.Text)];
            if (alone.Length > 0) yield return $"{Printable.Text(workload)}: not compared, because their group has no baseline: {string.Join(", ", alone)}";
            foreach (var part in LeftOut(catalogue, described)) yield return part;
        }
    }

    /// <summary>What environment variables that are set would change, and do not since measured processes do not get them.</summary>
    /// <param name="plan">What is measured.</param>
    /// <param name="set">Names of the variables that are set.</param>
    public static IEnumerable<string> Variables(Plan plan, IEnumerable<string> set)
    {
        var lost = set.ToHashSet(StringComparer.Ordinal);
        lost.ExceptWith(HostEnvironment.Bare(plan.Environment).Keys);
        lost.ExceptWith(plan.Comparisons.SelectMany(comparison => new[] { comparison.Baseline, comparison.Candidate }).SelectMany(cell => cell.Variables?.Keys ?? []));
        var settings = Listed(lost.Where(name => HostEnvironment.IsOfRuntime(name) && !HostEnvironment.IsHandedOn(name)).Order(StringComparer.Ordinal));
        if (settings.Length > 0)
            yield return $"set in the environment, which measured processes do not get: {settings}; set GC and JIT settings with --set gc.NAME=VALUE (see \"list settings\"), and list others in {InProfile}";
        foreach (var file in (plan.Plugins?.Files ?? []).Concat(plan.Builds.SelectMany(build => build.Plugins.Files)).DistinctBy(file => file.Path))
        {
            var named = Listed(NamedVariables.Of(file.Path, lost));
            if (named.Length > 0) yield return $"{Printable.Text(Path.GetFileName(file.Path))}: its code names {named}, which measured processes do not get from the environment: list it in {InProfile}";
        }
    }

    private const string InProfile = "\"environment\" of a profile, or set env.NAME=VALUE for a side";

    private static string Listed(IEnumerable<string> names) => string.Join(", ", names.Select(Printable.Text));

    // Builds of several sides report the same parts.
    private static IEnumerable<string> LeftOut(Catalogue catalogue, Func<LeftOut, bool> asked) =>
        (from plugin in catalogue.Plugins ?? []
         from part in plugin.LeftOut.Where(asked)
         select $"plug-in {Printable.Text(plugin.Name)}: {Printable.Text(part.Name)} cannot be measured: {Printable.Text(part.Reason)}").Distinct(StringComparer.Ordinal);

    private static bool IsWhole(Experiment experiment, Catalogue catalogue) =>
        catalogue.Workload(experiment.Workload) is { ClassName: not null } workload
        && MarkedGroups.Of(workload).SelectMany(group => group.Candidates).SequenceEqual(experiment.Groups.SelectMany(group => group.Candidates), StringComparer.Ordinal);

    /// <summary>Why a plan is refused because of how a plug-in was built; null when it is not.</summary>
    public static string? Unfit(Catalogue catalogue, Plan plan)
    {
        var measured = plan.Comparisons.Select(comparison => comparison.Baseline.Workload).ToHashSet(StringComparer.Ordinal);
        var used = catalogue.Workloads.Where(workload => measured.Contains(workload.Id)).Select(workload => workload.Plugin)
            .Concat(plan.Builds.SelectMany(build => build.Plugins.Files).Select(file => Path.GetFileName(file.Path))).ToHashSet(StringComparer.Ordinal);
        var unfit = catalogue.Plugins?.FirstOrDefault(plugin => plugin is { Optimized: false } or { Unoptimized: not null } or { Covered: not null } && used.Contains(plugin.Name));
        return unfit switch
        {
            null => null,
            { Optimized: false } => $"the plug-in {Printable.Text(unfit.Name)} is built without optimisation, so its times mean nothing: build it with -c Release",
            { Unoptimized: { } libraries } => $"the plug-in {Printable.Text(unfit.Name)} uses {Listed(libraries)}, built without optimisation, so its times mean nothing: build all with -c Release",
            _ => $"a tool for code coverage counts each line that runs in {Listed(unfit.Covered!)}, so times mean nothing: run these tests without coverage, or build again",
        };
    }
}
