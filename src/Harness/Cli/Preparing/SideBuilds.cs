using AsyncLoad.Harness.Cli.Building;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Builds the sources of a plan's sides, each source once.</summary>
/// <param name="services">What commands take from their surroundings.</param>
/// <param name="asked">What the command line says about plug-ins.</param>
/// <param name="framework">The oldest runtime that they are measured on, by its target framework; null for this program's runtime.</param>
internal sealed class SideBuilds(CliServices services, PluginRequest asked, string? framework)
{
    private BuildCache? cache;

    private Terminal Terminal => services.Terminal;

    /// <summary>The builds, in the order of their sources.</summary>
    /// <param name="named">What to build.</param>
    /// <param name="project">The project of sources that name none; null where there is none.</param>
    /// <param name="folder">The folder that paths of sources are relative to.</param>
    /// <param name="experiments">What is compared; none where nothing has to be built.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="CommandFailedException">One cannot be built, or nothing of it can be measured.</exception>
    public async Task<IReadOnlyList<BuildOffer>> FindAsync(SideSources named, string? project, string folder, IReadOnlyList<Experiment> experiments, CancellationToken cancellation)
    {
        var sources = named.All;
        var commitsOnly = !named.OthersToo && sources.All(source => source.Commit is not (null or GitRepository.WorkTree));
        // What is not there is told before anything is built.
        var notes = new List<string>();
        var copies = new SideBuild?[sources.Count];
        foreach (var (index, source) in sources.Index())
        {
            if (source.Plugin is { } plugin) Existing(plugin, folder);
            if (!IsOfCopy(source)) continue;
            var copy = copies[index] = Copied(source, Shown(source, project, folder));
            notes.AddRange(await copy.CheckAsync(commitsOnly, cancellation));
        }

        var identities = sources.Zip(copies).ToDictionary(entry => entry.First.Key, entry => Identity(entry.First, entry.Second, project, folder), StringComparer.Ordinal);
        if (SameBuilds.Refusal(experiments, identities) is { } same) throw new CommandFailedException(ExitCode.NothingRan, $"no comparison can be measured: {same}");

        // Beside an error about another side they would be taken for its cause.
        foreach (var note in notes.Distinct(StringComparer.Ordinal)) await Terminal.Error.WriteLineAsync($"note: {note}");

        var offers = new BuildOffer[sources.Count];
        // A version that is not served is found before anything else is compiled.
        foreach (var index in Enumerable.Range(0, sources.Count).OrderBy(index => sources[index].Packages is null))
        {
            offers[index] = await OfferAsync(sources[index], copies[index], project, folder, cancellation);
        }

        // What one side alone has is new. Where nothing has anything to measure, that is the failure.
        if (!named.OthersToo && offers.All(offer => IsEmpty(offer.Catalogue))) throw Failure(offers[0].Source, offers[0].Catalogue)!;
        return Replaced(offers) is { } replaced ? throw replaced : [.. offers.Select(offer => IsEmpty(offer.Catalogue) ? WithoutFailure(offer) : offer)];
    }

    // Of two projects that are built to one file, the second has replaced the first.
    private static CommandFailedException? Replaced(BuildOffer[] offers) => offers
        .GroupBy(offer => offer.Build.Plugins.Files[0].Path, StringComparer.Ordinal)
        .Where(same => same.Select(offer => offer.Content).Distinct(StringComparer.Ordinal).Skip(1).Any())
        .Select(same => new CommandFailedException(
            ExitCode.ProfileInvalid,
            $"{string.Join(" and ", same.Select(offer => Printable.Text(offer.Source.Name)))} are both built to {Printable.Text(same.Key)}: set another output folder for each, or build each yourself and name them by plugin=PATH"))
        .FirstOrDefault();

    private async Task<BuildOffer> OfferAsync(CodeSource source, SideBuild? copy, string? project, string folder, CancellationToken cancellation)
    {
        var (assembly, commit) = await BuildAsync(source, copy, project, folder, cancellation);
        var plugins = new PluginSet([PluginFinder.Read(assembly)], asked.SharedInstance, asked.IgnoreValues);
        var catalogue = await services.DescribeAsync(plugins, cancellation);
        if (!IsEmpty(catalogue) && Failure(source, catalogue) is { } failure) throw failure;
        var (code, all) = Content(source, assembly);
        return new BuildOffer(source, new CodeBuild(source.Name, plugins, commit, code), catalogue, all);
    }

    private static bool IsEmpty(Catalogue catalogue) => catalogue.Plugins is [{ IsEmpty: true }];

    private static CommandFailedException? Failure(CodeSource source, Catalogue catalogue) => PluginReport.Failures(catalogue).FirstOrDefault() is { } failure
        ? new CommandFailedException(ExitCode.ProfileInvalid, $"{Printable.Text(source.Name)}: {failure}")
        : null;

    private static BuildOffer WithoutFailure(BuildOffer offer) => offer with
    {
        Catalogue = offer.Catalogue with { Plugins = [.. offer.Catalogue.Plugins!.Select(plugin => plugin with { Failure = null })] },
    };

    private static (string Code, string All) Content(CodeSource source, string assembly)
    {
        try
        {
            if (!IsOfCopy(source)) return new PluginContent(assembly).Read();
            var content = BuildContent.Of(assembly);
            return (content, content);
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.BadArguments, $"what lies beside {Printable.Text(source.Name)} cannot be read: {problem.Message}");
        }
    }

    private async Task<(string Assembly, string? Commit)> BuildAsync(CodeSource source, SideBuild? copy, string? project, string folder, CancellationToken cancellation)
    {
        if (source.Plugin is { } plugin) return (Existing(plugin, folder), null);
        var shown = Shown(source, project, folder);
        if (copy is null) return (await new PluginFinder(Terminal, framework).BuildAsync(shown, cancellation), null);
        await Terminal.Error.WriteLineAsync($"building {Printable.Text(shown)} at {Printable.Text(source.Name)}");
        var built = await copy.RunAsync(cancellation);
        return (built.Assembly, built.Commit);
    }

    private static string Identity(CodeSource source, SideBuild? copy, string? project, string folder) => source.Plugin is { } plugin
        ? SameBuilds.Identity(Existing(plugin, folder), "", [])
        : SameBuilds.Identity(Path.GetFullPath(Shown(source, project, folder)), copy is null ? "where it lies" : copy.Commit ?? GitRepository.WorkTree, Packages(source));

    private static string Existing(string plugin, string folder) => Path.GetFullPath(plugin, folder) is var path && File.Exists(path)
        ? path
        : throw new CommandFailedException(ExitCode.BadArguments, $"there is no plug-in {Printable.Text(plugin)}");

    private SideBuild Copied(CodeSource source, string project) =>
        new(new SideSource(project, source.Commit ?? GitRepository.WorkTree, Packages(source), framework), cache ??= OpenCache(project));

    private static string Shown(CodeSource source, string? project, string folder) => (source.Project is { } own ? Path.GetFullPath(own, folder) : project) is { } named
        ? Path.GetRelativePath(Environment.CurrentDirectory, named)
        : throw new CommandFailedException(ExitCode.BadArguments, $"a side is built from {Printable.Quote(source.Name)}, and no project is named: name one with --project");

    // Built from a copy: its folder holds the build and nothing else.
    private static bool IsOfCopy(CodeSource source) => (source.Commit, source.Packages) is not (null, null);

    private static List<PackageVersion> Packages(CodeSource source) =>
    [
        .. (source.Packages ?? new Dictionary<string, string>()).Select(package => PackageVersion.Read($"{package.Key}={package.Value}")
            ?? throw new CommandFailedException(ExitCode.ProfileInvalid, $"{Printable.Quote(package.Value)} is not an exact version of {Printable.Text(package.Key)}: name one, such as 2.1.35")),
    ];

    private static BuildCache OpenCache(string project)
    {
        try
        {
            return BuildCache.Open();
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            throw new DotnetBuild(project).Failure(problem.Message);
        }
    }
}
