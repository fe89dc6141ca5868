using System.Text.Json;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Model;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Planning;
using AsyncLoad.Tests.Platform;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class PlanCommandTests : IDisposable
{
    private readonly string file = Path.Combine(Path.GetTempPath(), $"asyncload-{Guid.NewGuid():N}.json");

    public void Dispose() => File.Delete(file);

    [Fact]
    public async Task A_plan_shows_ids_time_disk_and_memory()
    {
        await File.WriteAllTextAsync(file, Profiles.Smallest, TestContext.Current.CancellationToken);
        var run = await CommandRun.In(CommandRun.Sound, services => services with { Topology = () => RecordedMachine.Read("two-cores") }, "plan", file);
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.Equal(
            [
                "# comparison gates notes",
                "1 one/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string",
                "smallest: 1 comparison, looks at 8, 12, 16, 24, 36, 48 pairs, 2 traced runs, seed 1",
                "workers take cores 1-0",
                "about 0.4 to 1.9 min, 11.5 MB of disk, 210 MB of memory",
                "the time is an estimate for two idle cores; from its first pair on, a run shows the time on this machine",
            ],
            Lines(run.Output).Select(line => string.Join(' ', line.Split(' ', StringSplitOptions.RemoveEmptyEntries))));
    }

    [Theory]
    [InlineData("four-cores-eight-threads", null, "workers take cores 3-0, then their siblings 7-4")]
    [InlineData("hybrid-laptop", 16, "workers take cores 6,4,2,0,15-8, then their siblings 7,5,3,1")]
    [InlineData("two-sockets-siblings-apart", 4, "workers take cores 15-0, then their siblings 31-16; .NET counts 4")]
    [InlineData("arm-128-cores", 128, "workers take cores 127-0")]
    [InlineData("arm-big-little", 20, "workers take cores 19-15,9-5,14-10,4-0")]
    [InlineData("container-with-quota", 5, "workers take cores 7-0, then their siblings 23-16; the control group grants the time of 5; .NET counts 5")]
    [InlineData("container-with-cpuset", 4, "workers take cores 2-1, then their siblings 6-5")]
    public async Task A_plan_says_which_cores_workers_take_and_what_limits_them(string machine, int? counted, string line)
    {
        var run = await CommandRun.In(CommandRun.Sound, services => services with { Topology = () => RecordedMachine.Read(machine) with { Counted = counted } }, "plan", CommandRun.Smoke);
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.Contains($"\n{line}\n", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_plan_of_a_system_that_does_not_tell_its_cores_names_none()
    {
        var run = await CommandRun.In(CommandRun.Sound, services => services with { Topology = () => null }, "plan", CommandRun.Smoke);
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.DoesNotContain("workers take", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Options_of_planning_reach_the_plan()
    {
        var run = await CommandRun.Of("plan", CommandRun.Smoke, "--format", "json", "--only", "*sequential/calm*", "--pairs", "12", "--seed", "5", "--traces", "none", "--no-gate", "--set", "measure.slices=44", "--set", "measure.margin=0.1");
        Assert.Equal((ExitCode.Ok, $"note: --only keeps 1 of 5 comparisons{Environment.NewLine}"), (run.Code, run.Error));
        var plan = JsonSerializer.Deserialize(run.Output, ModelJson.Line.Plan)!;
        Assert.Empty(Assert.Single(plan.Comparisons).Gates);
        Assert.Empty(plan.Traced);
        Assert.Equal((5, 44, 0.1, 12), (plan.Seed, plan.Measure.Slices, plan.Measure.Margin, plan.Schedule.Count));
    }

    [Fact]
    public async Task A_gate_on_what_is_not_planned_is_told()
    {
        await File.WriteAllTextAsync(file, Profiles.Matrix, TestContext.Current.CancellationToken);
        string[] words = ["plan", file, "--only", "*direct-value-task*", "--gate", "bytes of AwaitTask<=600", "--gate", "bytes of direct-task<=600", "--gate", "ratio of direct-value-task<=1.05", "--gate", "bytes<=600"];
        Assert.EndsWith("\nwarning: --gate: no planned comparison has \"AwaitTask\", so its gate on \"bytesPerOperation\" judges nothing\n", (await CommandRun.Of(words)).Error, StringComparison.Ordinal);
        // A share of the plan has only some of what is planned.
        foreach (var share in new[] { "1/8", "2/8" }) Assert.Equal("", (await CommandRun.Of(["plan", file, "--gate", "bytes of direct-task<=600", "--shard", share])).Error);
        Assert.Equal("", (await CommandRun.Of(["plan", file, "--gate", "bytes of AwaitTask<=600"])).Error);
    }

    [Fact]
    public async Task Gates_of_the_command_line_reach_the_plan()
    {
        var run = await CommandRun.Of("plan", CommandRun.Smoke, "--only", "*sequential*", "--gate", "ratio<=+5%", "--gate", "bytes of await-value-task <= +24");
        Assert.Equal((ExitCode.Ok, $"note: --only keeps 2 of 5 comparisons{Environment.NewLine}"), (run.Code, run.Error));
        Assert.Contains("ratio ≤ 1.05, bytesPerOperation above the baseline by ≤ 24 B/op", run.Output, StringComparison.Ordinal);

        var wrong = await CommandRun.Of("plan", CommandRun.Smoke, "--gate", "bytes of another<=0");
        Assert.Equal(ExitCode.BadArguments, wrong.Code);
        Assert.StartsWith("error: --gate: unknown variant \"another\"; there are await-task, ", wrong.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wrong_profile_exits_5_with_every_error_and_no_result()
    {
        await File.WriteAllTextAsync(file, Profiles.Smallest.Replace("await-value-task", "await-valu-task").Replace("\"name\": \"smallest\"", "\"nam\": \"smallest\""), TestContext.Current.CancellationToken);
        var run = await CommandRun.Of("plan", file);
        Assert.Equal((ExitCode.ProfileInvalid, ""), (run.Code, run.Output));
        Assert.Equal(
            [
                $"{file}:1:1: missing member \"name\" in profile",
                $"{file}:3:3: unknown member in profile: \"nam\"; did you mean \"name\"?",
                $"{file}:5:89: unknown variant of \"call-chain\": \"await-valu-task\"; did you mean \"await-value-task\"?",
            ],
            Lines(run.Error));
    }

    [Fault(13)]
    [Fact]
    public async Task Of_very_many_errors_the_first_are_shown_and_the_others_counted()
    {
        var wrong = string.Concat(Enumerable.Range(0, 300_000).Select(index => $"\"m{index}\": 1,"));
        await File.WriteAllTextAsync(file, Profiles.Smallest.Replace("\"name\": \"smallest\"", $"{wrong} \"name\": \"smallest\""), TestContext.Current.CancellationToken);

        var run = await CommandRun.Of("plan", file);

        Assert.Equal((ExitCode.ProfileInvalid, ""), (run.Code, run.Output));
        Assert.Equal(21, Lines(run.Error).Length);
        Assert.Equal("and 299,980 more errors", Lines(run.Error)[^1]);
    }

    [Fault(13)]
    [Fact]
    public async Task A_profile_in_UTF_16_is_refused_by_the_name_of_its_encoding()
    {
        await File.WriteAllTextAsync(file, Profiles.Smallest, System.Text.Encoding.Unicode, TestContext.Current.CancellationToken);

        var run = await CommandRun.Of("plan", file);

        Assert.Equal((ExitCode.BadArguments, $"error: {file} is UTF-16: save it as UTF-8"), (run.Code, run.Error.Trim()));
    }

    [Fact]
    public async Task A_wrong_setting_exits_4()
    {
        var run = await CommandRun.Of("plan", CommandRun.Smoke, "--set", "measure.slices=3");
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Equal("error: --set measure.slices: \"slices\" must be from 4 to 10,000, not 3" + Environment.NewLine, run.Error);
    }

    [Fact]
    public async Task Several_patterns_choose_what_any_of_them_matches()
    {
        var run = await CommandRun.Of("plan", CommandRun.Smoke, "--only", "ValueTask", "--only", "*parallelFor/calm*", "--only", "nothing");
        Assert.Equal((ExitCode.Ok, $"note: --only keeps 2 of 5 comparisons; \"nothing\" matches none{Environment.NewLine}"), (run.Code, run.Error));
        Assert.Equal(["await-chain", "suspending-chain"], Lines(run.Output)[1..3].Select(line => line.Split([' ', '/'], StringSplitOptions.RemoveEmptyEntries)[1]));
    }

    [Fact]
    public async Task A_pattern_that_matches_nothing_exits_8()
    {
        var run = await CommandRun.Of("plan", CommandRun.Smoke, "--only", "nothing");
        Assert.Equal((ExitCode.NothingRan, ""), (run.Code, run.Output));
        Assert.Equal("error: no comparison matches \"nothing\"; candidates are await-value-task, value-task, and the first of 5 ids is \"await-chain/await-value-task-vs-await-task/sequential/calm/default/deep=true,result=string\"" + Environment.NewLine, run.Error);
    }

    [Fact]
    public async Task A_plan_that_the_machine_has_no_memory_for_exits_6()
    {
        var run = await CommandRun.With(_ => Task.FromResult(TestCatalogue.Own), ByteSize.FromMegabytes(300), "plan", CommandRun.Smoke);
        Assert.Equal((ExitCode.Refused, ""), (run.Code, run.Output));
        Assert.Contains("needs 367 MB, more than 70", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_name_of_a_profile_is_enough()
    {
        var run = await CommandRun.Of("plan", "smoke");
        Assert.Equal((ExitCode.Ok, (await CommandRun.Of("plan", CommandRun.Smoke)).Output), (run.Code, run.Output));
    }

    [Fact]
    public async Task A_name_that_no_profile_has_gets_the_nearest()
    {
        var run = await CommandRun.Of("plan", "smoky");
        Assert.Equal(ExitCode.BadArguments, run.Code);
        Assert.Equal("error: there is no profile smoky; did you mean smoke?" + Environment.NewLine, run.Error);
    }

    [Fact]
    public async Task Where_no_name_is_near_what_to_name_is_said()
    {
        var run = await CommandRun.Of("plan", "absent-file.json");
        Assert.Equal("error: there is no profile absent-file.json: name a file, or a profile that \"asyncload list profiles\" prints" + Environment.NewLine, run.Error);
    }

    private static string[] Lines(string text) => text.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries);
}
