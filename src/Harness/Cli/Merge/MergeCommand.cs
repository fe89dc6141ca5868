using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Merge;

/// <summary><c>merge &lt;run&gt;…</c>: joins the run folders of shards, or of several machines, into one.</summary>
internal sealed class MergeCommand(CliServices services)
{
    /// <summary>The command as the parser knows it.</summary>
    public Command Create(StyleOptions style)
    {
        var runs = new Argument<string[]>("run") { Description = "run folders of one profile, tool and runtime", Arity = ArgumentArity.OneOrMore };
        var output = new Option<string>("--output") { Description = "the folder of the whole, absent or empty", HelpName = "DIR", Required = true };
        var command = new ExampleCommand(
            "merge",
            "Join the run folders of shards, or of several machines.",
            "merge runs/shard-1 runs/shard-2 runs/shard-3 --output runs/whole") { runs, output };
        command.SetAction(async (parsed, cancellation) =>
            (int)await ExecuteAsync(parsed.GetRequiredValue(runs), parsed.GetRequiredValue(output), style.Of(parsed), cancellation));
        return command;
    }

    private async Task<ExitCode> ExecuteAsync(string[] folders, string output, OutputStyle style, CancellationToken cancellation)
    {
        try
        {
            if (JoinedJournal.Problem(folders) is { } tooLarge) return await RefuseAsync([tooLarge]);
            (string Folder, RunEvidence Evidence)[] runs = [.. folders.Select(folder => (folder, RunReader.Read(folder)))];
            cancellation.ThrowIfCancellationRequested();
            return RunMerger.Merge(runs) switch
            {
                MergeOutcome.Merged merged => Write(merged, folders, output, style),
                MergeOutcome.Refused refused => await RefuseAsync(refused.Reasons),
                var other => throw new InvalidOperationException($"no way to handle {other}"),
            };
        }
        catch (UnreadableRunException problem)
        {
            return await RefuseAsync([problem.Message]);
        }
        catch (OutputUnwritableException problem)
        {
            await services.Terminal.Error.WriteLineAsync($"error: {Printable.Text(problem.Message)}");
            return ExitCode.OutputUnwritable;
        }
    }

    private async Task<ExitCode> RefuseAsync(IReadOnlyList<string> reasons)
    {
        foreach (var reason in reasons) await services.Terminal.Error.WriteLineAsync($"error: {Printable.Text(reason)}");
        return ExitCode.BadArguments;
    }

    private ExitCode Write(MergeOutcome.Merged merged, string[] folders, string output, OutputStyle style)
    {
        WriteEvidence(merged, folders, output);
        var judged = JudgedRun.Of(output);
        RunSummary.WriteProblems(judged, services.Terminal);
        RunSummary.Write(judged, services.Terminal, style);
        foreach (var id in merged.Missing) services.Terminal.Error.WriteLine($"missing: {Printable.Text(id)}");
        foreach (var failed in merged.Failed) services.Terminal.Error.WriteLine($"failed: {Printable.Text(failed)}");
        services.BuildServer.Tell(output, judged.Document.Gates, services.Terminal.Error);
        // A share that is not there is a machine that died.
        return ExitCodes.Worst([RunExit.Of(judged), merged.Missing.Count > 0 ? ExitCode.ChildFailed : ExitCode.Ok]);
    }

    private void WriteEvidence(MergeOutcome.Merged merged, string[] folders, string output)
    {
        var (earlier, none) = ReferenceRuns.Shared(folders);
        if (none is not null) services.Terminal.Error.WriteLine($"warning: {none}");
        var whole = none is null ? merged.Manifest : merged.Manifest with { Warnings = [.. merged.Manifest.Warnings, none] };
        // Whoever reads what a killed merge leaves behind must not take it for the whole.
        using var writer = RunWriter.Create(output, whole with { Status = RunStatus.Running, Finished = null }, merged.Catalogue, ResolvedProfile.Read(folders[0]));
        try
        {
            if (earlier is not null) ReferenceRun.Keep(writer, earlier);
            Join(writer, merged.Journal, folders);
            writer.Finish(whole.Status, whole.Finished);
        }
        catch (OutputUnwritableException problem)
        {
            // A run would go on from here; this one is made again.
            throw new OutputUnwritableException($"{problem.Cause ?? problem.Message}; {output} holds a part of the whole: make room, remove it, and join again");
        }
    }

    private static void Join(RunWriter writer, IReadOnlyList<MergedEntry> journal, string[] folders)
    {
        // What was traced again has two entries and one trace.
        var taken = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in journal)
        {
            if (entry.Trace is var (from, to) && taken.Add(to) && RunPath.Inside(folders[entry.Folder], from) is { } file) writer.Take(file, to);
            writer.Append(entry.Entry);
        }
    }
}
