using AsyncLoad.Analysis;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Harness.Planning.SelfChecks;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Everything that is known before anything is measured.</summary>
/// <param name="Catalogue">What can be measured.</param>
/// <param name="Profile">The resolved profile.</param>
/// <param name="Plan">What will be measured.</param>
/// <param name="Forced">Why the machine is refused, where the request measures all the same; null when it is not.</param>
/// <param name="Against">The run that gates count changes from; null for none.</param>
/// <param name="Unfinished">What a run that was cut short has measured already; null for a new one.</param>
internal sealed record Prepared(
    Catalogue Catalogue, Profile Profile, Plan Plan, string? Forced = null, ReferenceRun? Against = null, RunEvidence? Unfinished = null);

/// <summary>Request → catalogue → profile → plan, for every command that needs them. What goes wrong is on the error stream before it returns.</summary>
internal sealed class Preparation(CliServices services)
{
    /// <summary>The plan, or the exit code that says why there is none.</summary>
    public async Task<(Prepared? Prepared, ExitCode Code)> PrepareAsync(RunRequest request, CancellationToken cancellation)
    {
        var file = request.Subject is RunSubject.ProfileFile subject ? await ProfileFile.ReadAsync(subject.Path, services.ProfileFolder, cancellation) : null;
        if (file?.Problem is { } problem) return Refuse(ExitCode.BadArguments, problem);
        try
        {
            var against = request.Against is { } earlier ? ReferenceRun.Read(earlier) : null;
            var (prepared, code) = await PrepareAsync(request, file, cancellation);
            if (against is not null && prepared is not null) WarnUnlessCounted(prepared.Plan);
            return (prepared is null ? null : prepared with { Against = against ?? prepared.Against }, code);
        }
        catch (UnreadableRunException unreadable)
        {
            return Refuse(ExitCode.BadArguments, $"{(request.Subject is RunSubject.Unfinished ? "--resume" : "--against")}: {Printable.Text(unreadable.Message)}");
        }
    }

    private async Task<(Prepared? Prepared, ExitCode Code)> PrepareAsync(RunRequest request, ProfileFile? file, CancellationToken cancellation)
    {
        if (request.Subject is RunSubject.Unfinished unfinished) return await ResumeAsync(unfinished.Folder, request.Forced, cancellation);
        var found = await FindPluginsAsync(request, file, cancellation);
        if (found.Problem is { } missing) return Refuse(found.Code, missing);
        var catalogue = await services.DescribeAsync(found.Plugins, cancellation);
        if (request.Subject is RunSubject.SelfCheck check) return Check(Prepare(check, request.Options.Seed, catalogue), request.Forced);
        var reading = Read(request, file?.Content, catalogue);
        Warn(PluginReport.Failures(catalogue));
        if (reading.Profile is not { } profile) return Refuse(reading.Errors, catalogue);
        if (RuntimeReport.RootProblem(request.DotnetRoot) is { } problem) return Refuse(ExitCode.BadArguments, problem);
        var plugins = HostCatalogue.Sound(found.Plugins, catalogue);
        var runtimes = await FindRuntimesAsync(profile, request.DotnetRoot, plugins, cancellation);
        return Planner.Make(profile, catalogue, request.Options with { Plugins = plugins, Runtimes = runtimes }) switch
        {
            PlanOutcome.Made made => Check(new Prepared(catalogue, made.Profile, made.Plan), request.Forced),
            PlanOutcome.Empty empty => Refuse(ExitCode.NothingRan, empty.Message),
            PlanOutcome.TooLarge large => Refuse(ExitCode.ProfileInvalid, large.Message),
            var other => throw new InvalidOperationException($"no way to handle {other}"),
        };
    }

    private Task<FoundPlugins> FindPluginsAsync(RunRequest request, ProfileFile? file, CancellationToken cancellation)
    {
        var path = (request.Subject as RunSubject.ProfileFile)?.Path;
        return new PluginFinder(services.Terminal).FindAsync(
            request.Plugins ?? PluginRequest.None, path, path is null ? [] : ProfilePlugins.Of(path, file?.Content), cancellation);
    }

    private async Task<List<RuntimeOffer>?> FindRuntimesAsync(Profile profile, string? root, PluginSet? plugins, CancellationToken cancellation)
    {
        var named = RuntimeFit.Named(profile);
        if (named.Count == 0) return null;
        var offers = new List<RuntimeOffer>();
        foreach (var runtime in named) offers.Add(await services.FindRuntime(runtime, root, plugins, cancellation));
        return offers;
    }

    private static Prepared Prepare(RunSubject.SelfCheck check, int? seed, Catalogue catalogue)
    {
        var (profile, plan) = SelfCheckPlan.Make(check.Size, catalogue, seed ?? SelfCheckPlan.DefaultSeed);
        return new Prepared(catalogue, profile, plan);
    }

    private async Task<(Prepared?, ExitCode)> ResumeAsync(string folder, bool forced, CancellationToken cancellation)
    {
        var run = UnfinishedRun.Read(folder);
        if (run.Complete is { } complete) return Refuse(ExitCode.NothingRan, complete);
        if (run.Gone is { } gone) return Refuse(ExitCode.Refused, gone);
        var problem = run.Problem(await services.DescribeAsync(run.Plugins, cancellation));
        if (problem is not null && !forced) return Refuse(ExitCode.Refused, $"{Printable.Text(folder)} {problem} (--force goes on all the same)");
        return Check(run.Prepare() with { Forced = problem is null ? null : $"the run {problem}" }, forced);
    }

    private static ProfileReading Read(RunRequest request, byte[]? content, Catalogue catalogue) => request.Subject switch
    {
        RunSubject.ProfileFile file => ProfileReader.Read(file.Path, content, catalogue, request.Overrides),
        RunSubject.Pair pair => ProfileSource.Compare(pair.Asked, catalogue, request.Overrides),
        var other => throw new InvalidOperationException($"no way to read {other}"),
    };

    // An engine that is not there cannot be forced.
    private (Prepared?, ExitCode) Check(Prepared prepared, bool forced)
    {
        if (EngineRefusal.Refusal(prepared.Plan, services.NBomberVersion()) is { } engine) return Refuse(ExitCode.Refused, engine);
        string[] refusals =
        [
            .. new[] { prepared.Forced, MemoryRefusal.Refusal(prepared.Plan.Forecast, services.FreeMemory()), PluginReport.Unoptimized(prepared.Catalogue, prepared.Plan) }.OfType<string>(),
        ];
        if (refusals.Length == 0) return (prepared, ExitCode.Ok);
        return forced ? (prepared with { Forced = string.Join("; ", refusals) }, ExitCode.Ok) : Refuse(ExitCode.Refused, refusals[0]);
    }

    private (Prepared?, ExitCode) Refuse(ExitCode code, string message)
    {
        services.Terminal.Error.WriteLine($"error: {message}");
        return (null, code);
    }

    // Whoever names a run to count changes from relies on it.
    private void WarnUnlessCounted(Plan plan)
    {
        if (plan.Comparisons.Any(comparison => comparison.Gates.Any(gate => gate.MaxChange is not null))) return;
        services.Terminal.Error.WriteLine("warning: --against: no gate that is planned has \"maxChange\", so nothing is counted from that run");
    }

    private void Warn(IEnumerable<string> problems)
    {
        foreach (var problem in problems) services.Terminal.Error.WriteLine($"error: {problem}");
    }

    private (Prepared?, ExitCode) Refuse(IReadOnlyList<ProfileError> errors, Catalogue catalogue)
    {
        foreach (var error in errors) services.Terminal.Error.WriteLine(error);
        // What is unknown may be there and not fit to be measured.
        foreach (var leftOut in PluginReport.LeftOut(catalogue)) services.Terminal.Error.WriteLine($"note: {leftOut}");
        // And who named a plug-in of which nothing is left has nothing else to mend.
        if (PluginReport.Failures(catalogue).Any()) return (null, ExitCode.ProfileInvalid);
        // What stands in an argument is mended there, even where the profile has faults of its own.
        return (null, ExitCodes.Worst([.. errors.Select(error => error.At.IsArgument ? ExitCode.BadArguments : ExitCode.ProfileInvalid)]));
    }
}
