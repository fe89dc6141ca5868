using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Merge;

/// <summary><c>merge &lt;run&gt;…</c>: joins the run folders of shards, or of several machines, into one.</summary>
internal sealed class MergeCommand(CliServices services)
{
    public Command Create(StyleOptions style)
    {
        var runs = new Argument<string[]>("run") { Description = "run folders of the same profile, tool version and runtime", Arity = ArgumentArity.OneOrMore };
        var output = new Option<string>("--output") { Description = "the folder for the joined run, absent or empty", HelpName = "DIR", Required = true };
        var command = new ExampleCommand(
            "merge",
            "Join the run folders of shards, or of several machines.",
            "merge runs/shard-1 runs/shard-2 runs/shard-3 --output runs/whole") { runs, output };
        command.SetAction((parsed, cancellation) =>
        {
            var folders = parsed.GetRequiredValue(runs);
            // Before gigabytes are read.
            RunWriter.RequireEmpty(parsed.GetRequiredValue(output));
            var merged = Join(folders, cancellation);
            return Task.FromResult((int)Write(merged, folders, parsed.GetRequiredValue(output), style.Of(parsed)));
        });
        return command;
    }

    private MergeOutcome.Merged Join(string[] folders, CancellationToken cancellation)
    {
        if (JoinedJournal.Problem(folders) is { } tooLarge) throw new CommandFailedException(ExitCode.BadArguments, tooLarge);
        (string Folder, RunEvidence Evidence)[] runs = [.. folders.Select(folder => (folder, RunReader.Read(folder)))];
        cancellation.ThrowIfCancellationRequested();
        foreach (var partial in runs.Select(run => PartialRun.Line(run.Folder, run.Evidence)).OfType<string>()) services.Terminal.Error.WriteLine(partial);
        return RunMerger.Merge(runs) switch
        {
            MergeOutcome.Merged merged => merged,
            MergeOutcome.Refused refused => throw new CommandFailedException(ExitCode.BadArguments, refused.Reasons),
            var other => throw new InvalidOperationException($"no way to handle {other}"),
        };
    }

    private ExitCode Write(MergeOutcome.Merged merged, string[] folders, string output, OutputStyle style)
    {
        WriteEvidence(merged, folders, output);
        var judged = JudgedRun.Of(output);
        RunSummary.WriteProblems(judged, services.Terminal);
        RunSummary.Write(judged, services.Terminal, style);
        foreach (var id in merged.Missing) services.Terminal.Error.WriteLine($"missing: {Printable.Text(id)}");
        foreach (var failed in merged.Failed) services.Terminal.Error.WriteLine($"failed: {Printable.Text(failed)}");
        services.BuildServer.Tell(output, judged.Document.Gates, services.Terminal);
        // A missing shard means that its machine failed.
        return ExitCodes.Worst([RunExit.Of(judged), merged.Missing.Count > 0 ? ExitCode.ChildFailed : ExitCode.Ok]);
    }

    private void WriteEvidence(MergeOutcome.Merged merged, string[] folders, string output)
    {
        var (earlier, none) = ReferenceRuns.Shared(folders);
        if (none is not null) services.Terminal.Error.WriteLine($"warning: {none}");
        var whole = none is null ? merged.Manifest : merged.Manifest with { Warnings = [.. merged.Manifest.Warnings, none] };
        // What a killed merge leaves behind must not look complete.
        using var writer = RunWriter.Create(output, whole with { Status = RunStatus.Running, Finished = null }, merged.Catalogue, ResolvedProfile.Read(folders[0]), earlier);
        try
        {
            var tracesAreThere = Write(writer, merged.Journal, folders);
            writer.Finish(tracesAreThere ? whole.Status : RunStatus.Interrupted, whole.Finished);
        }
        catch (OutputUnwritableException problem)
        {
            // A run could be resumed from here; a merge is repeated.
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"{problem.Cause ?? FileProblem.Cause(problem)}; {output} is incomplete: make room, delete it, and join again");
        }
    }

    // Whether every trace exists that the journal calls complete.
    private static bool Write(RunWriter writer, IReadOnlyList<MergedEntry> journal, string[] folders)
    {
        var whole = true;
        // A repeated traced run has two entries and one trace.
        var taken = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in journal)
        {
            if (entry.Trace is var (from, to) && taken.Add(to) && !(RunPath.Inside(folders[entry.Folder], from) is { } file && writer.Take(file, to)))
                whole &= entry.Entry is not JournalEntry.TracedRun { Outcome: CellOutcome.Completed };
            writer.Append(entry.Entry);
        }

        return whole;
    }
}
