using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What is refused before anything is measured, and what can be asked without measuring.</summary>
public sealed class ArgumentTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Fact]
    public async Task The_catalogue_comes_from_the_measured_process()
    {
        var listed = (await Asyncload.RunAsync(sandbox, "list", "workloads")).Expect(0);

        Assert.All(["call-chain", "no-op", "failing"], id => Assert.Contains(id, listed.Output, StringComparison.Ordinal));
    }

    [Fact]
    public async Task An_unknown_option_is_a_bad_argument()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "run", Profile(), "--pears", "6")).Expect(4);

        Assert.Contains("--pairs", ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_profile_that_is_not_there_is_a_bad_argument() =>
        Assert.Contains("nowhere.json", (await Asyncload.RunAsync(sandbox, "run", "nowhere.json")).Expect(4).Error, StringComparison.Ordinal);

    [Fact]
    public async Task A_folder_without_a_run_is_a_bad_argument() =>
        Assert.Contains("manifest.json", (await Asyncload.RunAsync(sandbox, "report", ".")).Expect(4).Error, StringComparison.Ordinal);

    [Theory]
    [InlineData("report x")]
    [InlineData("doctor --no-measure")]
    [InlineData("compare call-chain await-task await-value-task")]
    public async Task A_current_folder_that_was_removed_is_told(string command)
    {
        HostProcesses.Require();
        using var program = RunningProgram.Start(
            sandbox, "/bin/sh", ["-c", $"mkdir gone && cd gone && rmdir ../gone && exec '{Repository.Muxer}' '{Path.Combine(Repository.ProgramFolder, "asyncload.dll")}' {command}"]);

        var ended = (await program.EndAsync()).Expect(6);

        Assert.EndsWith("error: the current folder no longer exists: change to one that does\n", ended.Error, StringComparison.Ordinal);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(13)]
    [Fact]
    public async Task Every_fault_of_a_profile_is_told_with_its_place_and_the_nearest_name()
    {
        sandbox.Write("wrong.json", """
            {
              "schemaVersion": 1, "name": "wrong",
              "measure": { "slicess": 4, "slice": "5 parsecs" },
              "experiments": [{
                "name": "await", "workload": "call-chian", "baseline": "await-task", "candidates": ["await-value-task"], "loads": ["sequential"]
              }],
            }
            """);

        var ended = (await Asyncload.RunAsync(sandbox, "run", "wrong.json", "--output", "run")).Expect(5);

        var told = ended.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(3, told.Length);
        Assert.Matches(@"^wrong\.json:3:16: .*slicess.*slices\b", told[0]);
        Assert.Matches(@"^wrong\.json:3:39: .*5 parsecs", told[1]);
        Assert.Matches(@"^wrong\.json:5:34: .*call-chian.*call-chain", told[2]);
        Assert.False(Directory.Exists(sandbox.At("run")));
    }

    [Fact]
    public async Task A_pattern_that_matches_nothing_measures_nothing()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "run", Profile(), "--only", "*nothing*", "--output", "run")).Expect(8);

        Assert.Contains("*nothing*", ended.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(sandbox.At("run")));
    }

    [Fault(20)]
    [Fact]
    public async Task A_folder_with_files_in_it_is_no_output()
    {
        Directory.CreateDirectory(sandbox.At("run"));
        sandbox.Write("run/mine.txt", "mine");

        var ended = (await Asyncload.RunAsync(sandbox, "run", Profile(), "--output", "run")).Expect(10);

        Assert.Contains("--output", ended.Error, StringComparison.Ordinal);
        Assert.Equal(["mine.txt"], new RunFolder(sandbox.At("run")).Files);
    }

    [Fault(12)]
    [Fact]
    public async Task An_output_below_a_file_is_unwritable()
    {
        var path = Path.Combine(sandbox.Write("file.txt", ""), "run");

        var ended = (await Asyncload.RunAsync(sandbox, "run", Profile(), "--output", path)).Expect(10);

        Assert.Contains(path, ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_live_set_beyond_the_memory_of_the_machine_is_refused()
    {
        var profile = sandbox.Write("large.json", Profiles.Of(Profiles.AwaitPair.Replace("\"loads\"", "\"pressures\": [\"old-heap\"], \"loads\"", StringComparison.Ordinal)));

        var ended = (await Asyncload.RunAsync(sandbox, "run", profile, "--set", "pressure.liveSet=1000GB", "--output", "run")).Expect(6);

        Assert.Contains("use a smaller live set, or free memory", ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_wave_of_plain_calls_is_left_out_with_its_reason()
    {
        var result = (await Asyncload.RunAsync(sandbox, "plan", sandbox.Write("wave.json", Profiles.Of("""
            { "name": "wave", "workload": "call-chain", "baseline": "direct-call", "candidates": ["await-task"], "loads": ["wave", "sequential"] }
            """)))).Expect(0);
        Assert.Contains("skipped: wave/await-task-vs-direct-call/wave-64", result.Output, StringComparison.Ordinal);
        Assert.Contains("1 comparison,", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_the_measured_process_the_program_is_at_fault()
    {
        var copy = sandbox.Copy(Repository.ProgramFolder, "program", without: path => path.StartsWith("host", StringComparison.Ordinal));
        using var program = RunningProgram.Start(sandbox, Repository.Muxer, [Path.Combine(copy, "asyncload.dll"), "list", "workloads"]);

        var ended = (await program.EndAsync()).Expect(1);

        Assert.Contains(Path.Combine("host", "AsyncLoad.Host.dll"), ended.Error, StringComparison.Ordinal);
    }

    [Fault(1)]
    [Fact]
    public async Task A_measured_process_that_does_not_start_is_told_with_its_last_words()
    {
        var copy = sandbox.Copy(Repository.ProgramFolder, "program");
        File.WriteAllText(Path.Combine(copy, "host", "AsyncLoad.Host.dll"), "no program");
        using var program = RunningProgram.Start(sandbox, Repository.Muxer, [Path.Combine(copy, "asyncload.dll"), "list", "workloads"]);

        var ended = (await program.EndAsync()).Expect(7);

        Assert.Contains("crashed during start", ended.Error, StringComparison.Ordinal);
        Assert.Contains("BadImageFormat", ended.Error, StringComparison.Ordinal);
    }

    private string Profile() => sandbox.Write("tiny.json", Profiles.Of(Profiles.AwaitPair));
}
