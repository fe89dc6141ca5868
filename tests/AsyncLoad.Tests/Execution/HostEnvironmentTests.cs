using System.Globalization;
using AsyncLoad.Harness.Execution;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public class HostEnvironmentTests
{
    private const string Prefix = "DOTNET_";

    [Fact]
    public void Numbers_are_hexadecimal_and_read_back_as_themselves() => Prop
        .ForAll<ulong>(random =>
        {
            var value = (long)(random >> 1);
            var written = HostEnvironment.Hex(value);
            return written.All(char.IsAsciiHexDigitUpper) && long.Parse(written, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture) == value;
        })
        .QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(0, "0")]
    [InlineData(9, "9")]
    [InlineData(10, "A")]
    [InlineData(67_108_864, "4000000")]
    [InlineData(1L << 40, "10000000000")]
    public void Numbers_have_no_prefix_and_no_leading_zero(long value, string written) => Assert.Equal(written, HostEnvironment.Hex(value));

    [Fact]
    public void Every_setting_has_a_variable_of_its_own()
    {
        var gc = new GcSettings(
            "all",
            Server: true,
            Concurrent: false,
            Gen0Size: ByteSize.FromMegabytes(64),
            Gen0MaxBudget: ByteSize.FromMegabytes(256),
            HeapHardLimit: ByteSize.FromMegabytes(1_024),
            ConserveMemory: 7,
            Datas: true,
            HeapCount: 16,
            RetainVm: true,
            TieredPgo: false,
            TieredCompilation: true,
            ReadyToRun: false);

        var set = HostEnvironment.For(SettingsCell.Of(gc), platformTiering: true, [])
            .Where(variable => variable.Key.StartsWith(Prefix, StringComparison.Ordinal) && HostEnvironment.IsRuntimeSetting(variable.Key))
            .Select(variable => $"{variable.Key[Prefix.Length..]}={variable.Value}");

        // A side that sets one of them as a variable is sent to the setting.
        Assert.All(set, variable => Assert.NotNull(GcSettingsReader.OfVariable(Prefix + variable.Split('=')[0])));
        Assert.Equal(
            [
                "GCConserveMemory=7", "GCDynamicAdaptationMode=1", "GCGen0MaxBudget=10000000", "GCHeapCount=10", "GCHeapHardLimit=40000000", "GCRetainVM=1",
                "GCgen0size=4000000", "ReadyToRun=0", "TieredCompilation=1", "TieredPGO=0", "gcConcurrent=0", "gcServer=1",
            ],
            set.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void What_is_left_out_is_left_to_the_platform() =>
        Assert.DoesNotContain(HostEnvironment.For(SettingsCell.Of(GcSettings.Default), platformTiering: true, []), variable => HostEnvironment.IsRuntimeSetting(variable.Key));

    [Fault(26)]
    [Fact]
    public void Nothing_is_handed_on_that_nobody_named()
    {
        string[] allowed =
        [
            "PATH", "HOME", "USER", "TMPDIR", "TMP", "TEMP", "LANG", "LC_ALL", "TZ", "DOTNET_ROOT", "DOTNET_TC_CallCountingDelayMs",
            "SystemRoot", "SystemDrive", "USERPROFILE", "USERNAME", "APPDATA", "LOCALAPPDATA", "PATHEXT", "ComSpec",
            .. NeededByRuntimes.Select(row => row.Data.Item1),
        ];
        var environment = HostEnvironment.For(SettingsCell.Of(GcSettings.Default), platformTiering: false, ["ASYNCLOAD_NOT_THERE"]);

        Assert.Empty(environment.Keys.Except(allowed));
    }

    // Values that change nothing for other tests, which start processes meanwhile.
    public static TheoryData<string, string> NeededByRuntimes { get; } = new()
    {
        { "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "0" },
        { "DOTNET_SYSTEM_GLOBALIZATION_PREDEFINED_CULTURES_ONLY", "0" },
        { "DOTNET_SYSTEM_GLOBALIZATION_APPLOCALICU", "" },
        { "CLR_ICU_VERSION_OVERRIDE", "" },
        { "LD_LIBRARY_PATH", "" },
        { "DOTNET_ROLL_FORWARD", "Minor" },
        { "DOTNET_ROLL_FORWARD_TO_PRERELEASE", "0" },
        { "DOTNET_EnableWriteXorExecute", "1" },
        { "DOTNET_PROCESSOR_COUNT", Environment.ProcessorCount.ToString(CultureInfo.InvariantCulture) },
        { "COMPlus_PROCESSOR_COUNT", Environment.ProcessorCount.ToString(CultureInfo.InvariantCulture) },
        { "NUGET_PACKAGES", Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages") },
    };

    [Theory]
    [MemberData(nameof(NeededByRuntimes))]
    public void What_a_runtime_needs_to_start_and_to_find_its_cores_is_handed_on(string name, string value)
    {
        var before = Environment.GetEnvironmentVariable(name);
        try
        {
            Environment.SetEnvironmentVariable(name, value);
            Assert.Equal(value, HostEnvironment.Bare([])[name]);
        }
        finally
        {
            Environment.SetEnvironmentVariable(name, before);
        }
    }

    [Fact]
    public void Loads_that_fill_the_pool_keep_its_size_and_arrivals_keep_its_threads_from_spinning()
    {
        Assert.Equal(("1", null), Pool(new LoadSettings.ParallelForAsync()));
        Assert.Equal(("1", null), Pool(new LoadSettings.Wave()));
        Assert.Equal(("1", null), Pool(new LoadSettings.ClosedLoop(64)));
        Assert.Equal((null, null), Pool(new LoadSettings.ClosedLoop(64, AsyncLoad.Model.Units.Duration.FromMilliseconds(1))));
        Assert.Equal((null, "0"), Pool(new LoadSettings.OpenLoop(100, null, ArrivalSpacing.Constant)));
        Assert.Equal((null, null), Pool(new LoadSettings.ParallelFor()));

        static (string? Climbing, string? Spinning) Pool(LoadSettings load)
        {
            var environment = HostEnvironment.For(SettingsCell.Of(GcSettings.Default) with { Load = load }, platformTiering: false, []);
            return (environment.GetValueOrDefault(HostEnvironment.HillClimbing), environment.GetValueOrDefault(HostEnvironment.SpinLimit));
        }
    }

    [Theory]
    [InlineData("DOTNET_gcServer", true)]
    [InlineData("DOTNET_GCHeapAffinitizeMask", true)]
    [InlineData("COMPlus_TieredPGO", true)]
    [InlineData("DOTNET_TC_QuickJitForLoops", true)]
    [InlineData("dotnet_readytorun", true)]
    [InlineData("DOTNET_ThreadPool_UnfairSemaphoreSpinLimit", false)]
    [InlineData("DOTNET_ROOT", false)]
    [InlineData("GCHeapCount", false)]
    public void Variables_of_the_gc_and_the_jit_are_known_by_their_names(string name, bool isSetting) => Assert.Equal(isSetting, HostEnvironment.IsRuntimeSetting(name));
}
