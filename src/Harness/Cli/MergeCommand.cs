using System.CommandLine;
using AsyncLoad.Analysis;
using AsyncLoad.Analysis.Merging;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Storage;

namespace AsyncLoad.Harness.Cli;

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
        using (var writer = RunWriter.Create(output, merged.Manifest, merged.Catalogue, ResolvedProfile.Read(folders[0])))
        {
            foreach (var entry in merged.Journal)
            {
                if (entry.Trace is var (from, to)) ForeignFile.Take(writer, folders[entry.Folder], from, to);
                writer.Append(entry.Entry);
            }

            writer.Finish(merged.Manifest.Status, merged.Manifest.Finished);
        }

        var judged = JudgedRun.Of(output);
        RunSummary.WriteProblems(judged, services.Terminal);
        RunSummary.Write(judged, services.Terminal, style);
        foreach (var id in merged.Missing) services.Terminal.Error.WriteLine($"missing: {Printable.Text(id)}");
        foreach (var failed in merged.Failed) services.Terminal.Error.WriteLine($"failed: {Printable.Text(failed)}");
        // A share that is not there is a machine that died.
        return ExitCodes.Worst([RunExit.Of(judged), merged.Missing.Count > 0 ? ExitCode.ChildFailed : ExitCode.Ok]);
    }
}
