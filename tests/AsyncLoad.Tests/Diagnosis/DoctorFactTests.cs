using AsyncLoad.Harness.Diagnosis;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Host.Platform;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Results;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Cli;
using AsyncLoad.Tests.Platform;
using Xunit;

namespace AsyncLoad.Tests.Diagnosis;

public class DoctorFactTests
{
    private static readonly SampleEnvironment Watched = new(
        new Nanoseconds(1_000_000_000), OtherCores: 0.05, StolenShare: 0, new Throttling(0, default), Load: 0.2, new ClockFrequencies(800, 1_900, 3_000), MemoryStall: 0);

    private static readonly Examination Sound = new(
        new MachineFingerprint("abc", "Linux", "X64", "EPYC", 4, 8L << 30, null),
        Cores: 4,
        CommandRun.Sound,
        OtherRun: false,
        Watched,
        Busiest: [],
        new FrequencyControl("performance", Turbo: false),
        new TimestampCost(25, 10, "tsc"),
        ByteSize.FromMegabytes(4_000),
        new StorageState("tmp", null, null, ByteSize.FromMegabytes(50_000)),
        Variables: [],
        CoreFileLimit: "0")
    { Topology = RecordedMachine.Read("four-cores-eight-threads") };

    /// <summary>What is wrong with a machine, the fact that must say so, and how.</summary>
    public static TheoryData<string, string, FactState> Ills => new()
    {
        { "one core", "cores", FactState.Warn },
        { "quota", "cpu-limit", FactState.Warn },
        { "throttled", "throttled", FactState.Warn },
        { "busy", "other-processes", FactState.Warn },
        { "other run", "other-run", FactState.Warn },
        { "stolen", "stolen", FactState.Warn },
        { "powersave", "governor", FactState.Warn },
        { "turbo", "turbo", FactState.Warn },
        { "debug build", "build", FactState.Refused },
        { "debug host", "build", FactState.Refused },
        { "debugger", "debugger", FactState.Refused },
        { "profiler", "debugger", FactState.Refused },
        { "variables", "runtime-variables", FactState.Warn },
        { "core files", "core-files", FactState.Warn },
        { "little memory", "free-memory", FactState.Warn },
        { "slow clock", "timestamps", FactState.Warn },
        { "late sleeps", "timers", FactState.Warn },
        { "no binding", "core-binding", FactState.Warn },
        { "no sockets", "sockets", FactState.Refused },
        { "read-only", "run-folder", FactState.Warn },
        { "full disk", "run-folder", FactState.Warn },
    };

    [Fact]
    public void A_sound_machine_is_all_right_and_nothing_is_to_be_done() =>
        Assert.All(Facts(Sound), fact => Assert.Equal((FactState.Ok, null), (fact.State, fact.Remedy)));

    [Theory]
    [MemberData(nameof(Ills))]
    public void Each_ill_is_told_by_one_fact_with_a_remedy(string ill, string id, FactState state)
    {
        var fact = Assert.Single(Facts(Spoil(ill)), fact => fact.State != FactState.Ok);
        Assert.Equal((id, state), (fact.Id, fact.State));
        Assert.NotNull(fact.Remedy);
    }

    [Theory]
    [InlineData("two-cores", "2 physical cores, 1 last-level cache; workers take cores 1-0; one pair at a time")]
    [InlineData("hybrid-laptop", "12 physical cores, 4 of them of the fastest kind, 1 last-level cache; workers take cores 6,4,2,0,15-8, then their siblings 7,5,3,1; room for 2 pairs side by side, on cores 0,2 | 4,6")]
    [InlineData("two-sockets-siblings-adjacent", "8 physical cores, 2 last-level caches; workers take cores 14,12,10,8,6,4,2,0, then their siblings 15,13,11,9,7,5,3,1; room for 4 pairs side by side, on cores 0,2 | 8,10 | 4,6 | 12,14")]
    public void The_cores_are_told_with_the_pairs_that_they_have_room_for(string machine, string value) =>
        Assert.Equal(value, Assert.Single(Facts(Sound with { Topology = RecordedMachine.Read(machine) }), fact => fact.Id == "topology").Value);

    [Fact]
    public void What_the_system_does_not_tell_is_unknown_and_no_warning()
    {
        var silent = Sound with
        {
            Watched = null,
            Place = Sound.Place with { VirtualMachine = null },
            Frequency = new FrequencyControl(null, null),
            FreeMemory = null,
            Storage = Sound.Storage with { FreeDisk = null },
            CoreFileLimit = null,
        };
        Assert.Equal(
            ["throttled", "other-processes", "stolen", "frequency", "governor", "turbo", "virtual-machine", "core-files", "free-memory"],
            Facts(silent).Where(fact => fact.State == FactState.Unknown).Select(fact => fact.Id));
        Assert.DoesNotContain(Facts(silent), fact => fact.State is FactState.Warn or FactState.Refused);
    }

    [Fact]
    public void On_Windows_the_loads_that_its_timers_allow_are_named()
    {
        var fact = Facts(Sound with { Unpaced = CoarseTimers.Reason }).Single(fact => fact.Id == "timers");

        Assert.Equal("Windows ends most sleeps in steps of up to 15.6 ms, which hide slower operations", fact.Value);
        Assert.StartsWith("use sequential, parallelFor, parallelForAsync, wave, or closedLoop without thinkTime", fact.Remedy, StringComparison.Ordinal);
    }

    [Fact]
    public void On_Windows_the_advice_is_for_Windows()
    {
        var silent = Sound with { Advice = SystemAdvice.Windows, Frequency = new FrequencyControl(null, null), CoreFileLimit = null };
        var facts = Facts(silent).ToDictionary(fact => fact.Id);

        Assert.Equal((FactState.Unknown, "powercfg /setactive SCHEME_MIN keeps cores at their speed"), (facts["governor"].State, facts["governor"].Remedy));
        Assert.Equal((FactState.Unknown, "turn LocalDumps of Windows Error Reporting off, if they are on"), (facts["core-files"].State, facts["core-files"].Remedy));
        Assert.Contains("over named pipes", facts["sockets"].Why, StringComparison.Ordinal);
        Assert.DoesNotContain(facts.Values, fact => fact.Remedy?.Contains("ulimit", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void Ids_are_unique_kebab_case_words()
    {
        var ids = Facts(Sound).Select(fact => fact.Id).ToList();
        Assert.Equal(ids.Distinct(), ids);
        Assert.All(ids, id => Assert.Matches("^[a-z]+(-[a-z]+)*$", id));
    }

    [Fact]
    public void The_busiest_are_named_with_their_share()
    {
        var before = new Dictionary<int, ProcessTimes> { [1] = new("init", 100, 0), [2] = new("build", 10, 900), [3] = new("gone", 5, 0), [4] = new("idle", 7, 0) };
        var after = new Dictionary<int, ProcessTimes> { [1] = new("init", 101, 0), [2] = new("build", 60, 999), [4] = new("idle", 7, 0), [5] = new("new", 20, 0) };

        var busiest = ProcessUse.Busiest(before, after, coresPerTick: 0.01, count: 2);

        Assert.Equal([new ProcessUse(2, "build", 0.5), new ProcessUse(5, "new", 0.2)], busiest);
        var fact = Facts(Sound with { Watched = Watched with { OtherCores = 0.71 }, Busiest = busiest }).Single(fact => fact.Id == "other-processes");
        Assert.Equal("0.71 of 4 cores: build (2) 0.50, new (5) 0.20", fact.Value);
    }

    [Fact]
    public void Processes_are_read_from_their_folders_and_this_one_is_left_out()
    {
        using var machine = new MachineFolder();
        const string Times = " S 1 1 1 1 1 1 1 1 1 1 3 4 5 6 0";
        machine.With("proc/12/stat", $"12 (a)){Times}").With($"proc/{Environment.ProcessId}/stat", $"1 (own){Times}").With("proc/tty/stat", Times).With("proc/13/stat", "gone");

        Assert.Equal((12, new ProcessTimes("a)", 7, 11)), Assert.Single(ProcessUse.ReadAll(machine.Files).Select(process => (process.Key, process.Value))));
    }

    [Fact]
    public void Variables_that_change_a_runtime_are_found() => Assert.Equal(
        ["COMPlus_ReadyToRun", "CORECLR_ENABLE_PROFILING", "DOTNET_TieredCompilation", "DOTNET_gcServer"],
        Examiner.RuntimeVariables(new[] { "DOTNET_gcServer", "DOTNET_TieredCompilation", "DOTNET_ROOT", "DOTNET_NOLOGO", "PATH", "COMPlus_ReadyToRun", "CORECLR_ENABLE_PROFILING" }));

    [Fact]
    public void Variables_of_the_runtime_are_found_and_those_of_its_tools_are_not() => Assert.Equal(
        ["DOTNET_EnableAVX2", "DOTNET_PROCESSOR_COUNT", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "DOTNET_ThreadPool_ForceMinWorkerThreads"],
        Examiner.RuntimeVariables(new[]
        {
            "DOTNET_PROCESSOR_COUNT", "DOTNET_ThreadPool_ForceMinWorkerThreads", "DOTNET_EnableAVX2", "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT",
            "DOTNET_CLI_HOME", "DOTNET_CLI_TELEMETRY_OPTOUT", "DOTNET_HOST_PATH", "DOTNET_ROOT_X64", "DOTNET_RUNNING_IN_CONTAINER", "DOTNET_SKIP_FIRST_TIME_EXPERIENCE",
        }));

    [Fact]
    public void Variables_that_measured_processes_get_too_are_no_ill()
    {
        var fact = Facts(Sound with { Variables = ["DOTNET_PROCESSOR_COUNT"] }).Single(fact => fact.Id == "runtime-variables");
        Assert.Equal((FactState.Ok, "DOTNET_PROCESSOR_COUNT (handed on)", null), (fact.State, fact.Value, fact.Remedy));
    }

    [Theory]
    [InlineData("Max core file size        0                    unlimited            bytes     ", "0")]
    [InlineData("Max core file size        unlimited            unlimited            bytes     ", "unlimited")]
    [InlineData("Max open files            1024                 4096                 files     ", null)]
    public void The_limit_in_force_is_the_first(string line, string? limit) => Assert.Equal(limit, Examiner.CoreFileLimit(["Limit", line]));

    [Theory]
    [InlineData("0", null, true)]
    [InlineData("1", "1", false)]
    [InlineData(null, "1", true)]
    [InlineData(null, "0", false)]
    [InlineData("maybe", null, null)]
    public void Turbo_is_told_by_either_driver(string? noTurbo, string? boost, bool? on)
    {
        using var machine = new MachineFolder();
        if (noTurbo is not null) machine.With("sys/devices/system/cpu/intel_pstate/no_turbo", noTurbo + "\n");
        if (boost is not null) machine.With("sys/devices/system/cpu/cpufreq/boost", boost + "\n");
        Assert.Equal(new FrequencyControl(null, on), Examiner.ReadFrequency(machine.Files));
    }

    [Theory]
    [InlineData("performance", "powersave", "powersave")]
    [InlineData("powersave", "performance", "performance")]
    public void The_governor_is_that_of_a_core_that_workers_may_take(string first, string last, string told)
    {
        using var machine = new MachineFolder();
        machine.With("proc/self/status", "Cpus_allowed_list:\t2-3\n");
        foreach (var (core, governor) in new[] { (0, first), (2, "performance"), (3, last) }) machine.With(FormattableString.Invariant($"sys/devices/system/cpu/cpu{core}/cpufreq/scaling_governor"), $"{governor}\n");

        Assert.Equal(told, Examiner.ReadFrequency(machine.Files).Governor);
    }

    private static Examination Spoil(string ill) => ill switch
    {
        "one core" => Sound with { Cores = 1, Machine = Sound.Machine with { Cores = 1 } },
        "quota" => Sound with { Machine = Sound.Machine with { CpuLimit = 1.5 } },
        "throttled" => Sound with { Watched = Watched with { Throttling = new Throttling(1, new Nanoseconds(1)) } },
        "busy" => Sound with { Watched = Watched with { OtherCores = 0.21 } },
        "other run" => Sound with { OtherRun = true },
        "stolen" => Sound with { Watched = Watched with { StolenShare = 0.021 } },
        "powersave" => Sound with { Frequency = Sound.Frequency with { Governor = "powersave" } },
        "turbo" => Sound with { Frequency = Sound.Frequency with { Turbo = true } },
        "debug build" => Sound with { Place = Sound.Place with { Harness = new ProcessState(false, false) } },
        "debug host" => Sound with { Place = Sound.Place with { Host = new ProcessState(false, false) } },
        "debugger" => Sound with { Place = Sound.Place with { Host = new ProcessState(true, true) } },
        "profiler" => Sound with { Place = Sound.Place with { Host = new ProcessState(true, false, "a profiler") } },
        "variables" => Sound with { Variables = ["DOTNET_gcServer"] },
        "core files" => Sound with { CoreFileLimit = "unlimited" },
        "little memory" => Sound with { FreeMemory = ByteSize.FromMegabytes(900) },
        "slow clock" => Sound with { Timestamps = new TimestampCost(1_100, 1_000, "hpet") },
        "late sleeps" => Sound with { Unpaced = "sleeps end in steps" },
        "no binding" => Sound with { Unbound = "nothing is bound" },
        "no sockets" => Sound with { Storage = Sound.Storage with { SocketProblem = "too long" } },
        "read-only" => Sound with { Storage = Sound.Storage with { FolderProblem = "denied" } },
        "full disk" => Sound with { Storage = Sound.Storage with { FreeDisk = ByteSize.FromMegabytes(10) } },
        _ => throw new ArgumentOutOfRangeException(nameof(ill), ill, "not an ill"),
    };

    private static IReadOnlyList<DoctorFact> Facts(Examination found) => [.. ProcessorFacts.Of(found), .. ProcessFacts.Of(found), .. PlaceFacts.Of(found)];
}
