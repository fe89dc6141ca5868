using AsyncLoad.Analysis;
using AsyncLoad.Harness.Capture;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Harness.Storage;
using AsyncLoad.Model.Measurements;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public class CommandLineTests
{
    [Fact]
    public async Task Help_is_silent_about_the_command_that_is_not_for_people()
    {
        Assert.DoesNotContain("analyze-child", (await CommandRun.Of("--help")).Output, StringComparison.Ordinal);
        Assert.DoesNotContain("analyze-child", (await CommandRun.Of("analyze-chil")).Error.Replace("\"analyze-chil\"", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Its_name_alone_shows_the_commands()
    {
        var run = await CommandRun.Of();

        Assert.Contains("compare", run.Output, StringComparison.Ordinal);
        Assert.Equal((await CommandRun.Of("--help")).Output, run.Output);
        Assert.Empty(run.Error);
        // A script that lost its arguments must not pass.
        Assert.Equal(ExitCode.BadArguments, run.Code);
    }

    [Theory]
    [InlineData("schema bogus", "unknown value of <what>: \"bogus\"; there are profile, results")]
    [InlineData("compare --help-me", "unknown option \"--help-me\"")]
    [InlineData("compare call-chain --loads parallelFor", "did you mean \"--load\"?")]
    [InlineData("init --fil", "did you mean \"--file\"?")]
    [InlineData("init -file", "unknown option \"-file\"")]
    [InlineData("run --resum runs/a", "did you mean \"--resume\"?")]
    [InlineData("trend runs/a runs/b --metrc ratio", "did you mean \"--metric\"?")]
    [InlineData("list workloads --plugn a.dll", "did you mean \"--plugin\"?")]
    [InlineData("frobnicate", "unknown command \"frobnicate\"")]
    [InlineData("pln profiles/smoke.json", "did you mean \"plan\"?")]
    [InlineData("run", "run takes the path of a profile, or --resume with a run folder")]
    [InlineData("run p.json --resume runs/a", "--resume keeps the plan of the run: leave out the profile")]
    [InlineData("run --resume runs/a --pairs 8", "--resume keeps the plan of the run: leave out --pairs")]
    [InlineData("run p.json --shard 3/2", "--shard takes I/N")]
    [InlineData("selfcheck --shard 0/2", "--shard takes I/N")]
    [InlineData("merge runs/a", "merge needs --output <DIR>: the folder for the joined run")]
    [InlineData("plan p.json --paris 8", "did you mean \"--pairs\"?")]
    [InlineData("plan p.json --pairs 5", "--pairs takes a whole number from 6 to 1,000, not \"5\"")]
    [InlineData("plan p.json --seed x", "--seed takes a whole number from 0 to 2,147,483,647, not \"x\"")]
    [InlineData("plan p.json --set measure.slices", "--set takes PATH=VALUE")]
    [InlineData("plan p.json --gate byts<=0", "--gate \"byts<=0\": unknown gate metric \"byts\"; did you mean \"bytes\"?")]
    [InlineData("compare a b c --gate ratio", "--gate \"ratio\": a gate is METRIC<=VALUE")]
    [InlineData("run p.json --gate bytes<=0 --no-gate", "--no-gate judges no gate: leave out --gate")]
    [InlineData("run --resume runs/a --gate bytes<=0", "--resume keeps the plan of the run: leave out --gate")]
    [InlineData("plan p.json --traces al", "unknown value of --traces: \"al\"; did you mean \"all\"?")]
    [InlineData("plan p.json --format xml", "unknown value of --format: \"xml\"; there are text, json")]
    [InlineData("list nonsense", "unknown value of <what>: \"nonsense\"; there are workloads, loads, ")]
    [InlineData("diff runs/one", "diff needs <after>: the run folder that is compared with it")]
    [InlineData("analyze", "analyze takes the path of a trace, or --process-id PID")]
    [InlineData("analyze app.nettrace -p 4711", "analyze takes a trace or --process-id, not both")]
    [InlineData("analyze app.nettrace --duration 3s", "--duration and --keep need --process-id: leave them out for a trace file")]
    [InlineData("analyze -p 4711 --duration 0s", "--duration takes a time above 0, such as 30s, not \"0s\"")]
    [InlineData("run profiles/smoke.json --time-budget 0s", "--time-budget takes a time above 0, such as 30s, not \"0s\"")]
    [InlineData("analyze -p 4711 --duration 0.1ns", "--duration takes a time above 0")]
    [InlineData("analyze app.nettrace --fail-on recomended", "unknown value of --fail-on: \"recomended\"; did you mean \"recommended\"?")]
    [InlineData("analyze app.nettrace --convert etlx app.etlx --fail-on recommended", "--convert gives no advice: leave out --fail-on")]
    [InlineData("analyze app.nettrace --convert etlx app.etlx --format sarif", "--convert gives no advice: leave out --format sarif")]
    [InlineData("plan p.json --format sarif", "--format sarif is for analyze: it tells what to change in source files")]
    [InlineData("analyze app.nettrace --keep b.nettrace", "--duration and --keep need --process-id: leave them out for a trace file")]
    [InlineData("analyze app.nettrace --min-share 5", "--min-share takes a percentage from 0% to 100%, such as 1%, not \"5\"")]
    [InlineData("analyze app.nettrace --min-share 101%", "--min-share takes a percentage")]
    [InlineData("analyze app.nettrace --min-share -1%", "--min-share takes a percentage")]
    [InlineData("analyze app.nettrace --min-share=-Infinity%", "--min-share takes a percentage")]
    [InlineData("analyze app.nettrace --min-share=NaN%", "--min-share takes a percentage")]
    [InlineData("list loads --plugin a.dll", "list loads shows no workloads: leave out --plugin")]
    [InlineData("list settings --project a.csproj --ignore-values", "list settings shows no workloads: leave out --project, --ignore-values")]
    [InlineData("list workloads --dotnet-root root", "list workloads shows no runtimes: leave out --dotnet-root")]
    [InlineData("analyze app.nettrace -o app.pdf", "--output takes a name that ends in .html, .md or .sarif, not \"app.pdf\"")]
    [InlineData("analyze app.nettrace --asembly bin", "did you mean \"--assembly\"?")]
    [InlineData("analyze app.nettrace --convert pdf out", "unknown value of --convert: \"pdf\"; there are speedscope, etlx, chromium")]
    [InlineData("analyze app.nettrace --convert etlx", "--convert needs a value: --convert <speedscope|etlx|chromium> <OUT>")]
    [InlineData("analyze app.nettrace --convert etlx ./app.nettrace", "--convert writes a new file: choose a name other than the trace's")]
    [InlineData("analyze app.nettrace --convert etlx app.etlx -o app.html", "--convert writes no report: leave out --output, --assembly and --min-share")]
    [InlineData("analyze app.nettrace --convert etlx app.etlx --min-share 5%", "--convert writes no report: leave out --output, --assembly and --min-share")]
    [InlineData("analyze -p 4711 --convert etlx app.etlx", "--convert takes a trace: record one with --process-id and --keep first")]
    [InlineData("analyze -p 0", "--process-id takes a whole number from 1 to 2,147,483,647, not \"0\"")]
    [InlineData("analyse app.nettrace", "did you mean \"analyze\"?")]
    [InlineData("compare", "compare needs <workload>: id of a workload")]
    public async Task Arguments_that_make_no_sense_exit_4_and_say_why_on_the_error_stream(string arguments, string message)
    {
        var run = await CommandRun.Of(arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.Contains("--help\" shows", run.Error, StringComparison.Ordinal);
        Assert.Equal("", run.Output);
    }

    [Theory]
    [InlineData("argument 2 is an empty text: ", "run", "")]
    [InlineData("argument 2 is an empty text: ", "plan", "")]
    [InlineData("argument 3 is an empty text: ", "trend", "runs/a", "")]
    [InlineData("argument 2 is an empty text: ", "analyze", "", "--convert", "etlx", "app.etlx")]
    [InlineData("the value of --output is an empty text: ", "run", "p.json", "--output", "")]
    [InlineData("the value of --store is an empty text: ", "run", "p.json", "--store", "")]
    [InlineData("the value of --candidate is an empty text: ", "compare", "a", "b", "--candidate", "")]
    public async Task An_empty_text_is_told_before_anything_is_read(string message, params string[] arguments)
    {
        var run = await CommandRun.Of(arguments);
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.StartsWith($"error: {message}", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--parameter: \"result\" is not a name with a value: write NAME=VALUE", "--parameter", "result")]
    [InlineData("--parameter: \"=decimal\" is not a name with a value: write NAME=VALUE", "--parameter", "=decimal")]
    [InlineData("--candidate: \"parameter.result\" has no value: write parameter.result=VALUE" + "\n", "--candidate", "parameter.result")]
    public async Task A_parameter_without_a_value_is_told_with_how_to_write_it(string message, params string[] options)
    {
        var run = await CommandRun.Of(["compare", "call-chain", "await-task", .. options]);
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.StartsWith($"error: {message}", run.Error.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("compare", "absent.cs")]
    [InlineData("compare", "orders", "--project", "absent.csproj")]
    [InlineData("compare", "orders", "--baseline", "project=absent.cs", "--candidate", "project=other.cs")]
    public async Task A_file_that_is_not_there_is_told_before_it_is_built(params string[] arguments)
    {
        var run = await CommandRun.Of(arguments);
        Assert.Equal(ExitCode.ProfileInvalid, run.Code);
        Assert.Matches("^error: absent.cs(proj)? cannot be built: there is no such file", run.Error);
    }

    [Fact]
    public async Task A_folder_is_not_called_a_profile_that_is_absent()
    {
        var run = await CommandRun.Of("run", CommandRun.ProfileFolder);
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.StartsWith($"error: {CommandRun.ProfileFolder} is a folder: name the file of a profile; a run is continued by run --resume", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task After_two_dashes_a_word_is_a_name()
    {
        var run = await CommandRun.Of("plan", "--", "--absent.json");
        Assert.StartsWith("error: there is no profile --absent.json", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_error_of_the_program_is_one_line_and_exit_1()
    {
        var run = await CommandRun.With(_ => throw new InvalidOperationException("broken\u001b[31m"), null, "list", "workloads");
        Assert.Equal(ExitCode.InternalError, run.Code);
        Assert.Equal("internal error: broken\\u001b[31m" + Environment.NewLine, run.Error);
    }

    [Fact]
    public async Task A_failure_is_told_in_lines_and_has_its_exit_code()
    {
        (Exception Failure, ExitCode Code, string Lines)[] failures =
        [
            (new CommandFailedException(ExitCode.NothingRan, "broken\u001b[31m", "twice") { Details = ["as it is"] }, ExitCode.NothingRan, "error: broken\\u001b[31m|error: twice|as it is|"),
            (new UnreadableRunException("no run"), ExitCode.BadArguments, "error: no run|"),
            (new OutputUnwritableException("no room"), ExitCode.OutputUnwritable, "error: no room|"),
            (new NotAttachedException("no process"), ExitCode.Refused, "error: no process|"),
            (new NoPrivateDirectoryException("no folder"), ExitCode.Refused, "error: no folder|"),
            (new ChildFailedException(new CellOutcome.Refused("why")), ExitCode.Refused, "error: the measured process refused: why|"),
            (new ChildFailedException(new CellOutcome.Crashed("start", 134, "SIGABRT", null, "one\ntwo")), ExitCode.ChildFailed, "error: the measured process crashed during start (SIGABRT)|one|two|"),
        ];
        foreach (var (failure, code, lines) in failures)
        {
            var run = await CommandRun.With(_ => throw failure, null, "list", "workloads");
            Assert.Equal((code, "", lines.Replace("|", Environment.NewLine, StringComparison.Ordinal)), (run.Code, run.Output, run.Error));
        }
    }

    [Fact]
    public async Task The_stack_is_shown_when_asked_for()
    {
        var run = await CommandRun.With(_ => throw new InvalidOperationException("broken"), null, "list", "workloads", "--verbosity", "diagnostic");
        Assert.Equal(ExitCode.InternalError, run.Code);
        Assert.Contains("   at AsyncLoad.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_path_that_begins_with_an_at_sign_is_a_path()
    {
        var run = await CommandRun.Of("plan", "@absent.json");
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.StartsWith("error: there is no profile @absent.json", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_without_a_manifest_is_no_run()
    {
        var run = await CommandRun.Of("report", CommandRun.ProfileFolder);
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.EndsWith("so this is not a run folder" + Environment.NewLine, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_question_with_a_wrong_word_exits_4_and_names_the_argument()
    {
        var run = await CommandRun.Of("compare", "call-chain", "await-task", "await-valu-task");
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Equal("error: <candidate>: unknown variant of \"call-chain\": \"await-valu-task\"; did you mean \"await-value-task\"?" + Environment.NewLine, run.Error);
    }
}
