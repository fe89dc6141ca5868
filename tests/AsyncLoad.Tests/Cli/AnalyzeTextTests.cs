using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Tests.Reporting.Traces;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Digests;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class AnalyzeTextTests
{
    [Fact]
    public void A_digest_with_everything_is_told_as_approved() => Approval.Matches(Written(SampleDigest.Create()), "analyze.txt");

    [Fact]
    public void Parts_that_were_not_recorded_are_left_out_and_named() => Approval.Matches(Written(SampleDigest.GcOnly()), "analyze.gc.txt");

    [Fact]
    public void What_was_not_recorded_is_a_line_each()
    {
        var output = Written(SampleDigest.Create() with { Missing = ["No exceptions: record them.", "No waits for locks: record them."] }).Split(Environment.NewLine);
        Assert.Equal(["not recorded: No exceptions: record them.", "not recorded: No waits for locks: record them."], output.Where(line => line.StartsWith("not recorded", StringComparison.Ordinal)));
    }

    [Fact]
    public void Biased_samples_are_called_so_and_nothing_to_advise_is_said() => Approval.Matches(Written(SampleDigest.Ticks()), "analyze.ticks.txt");

    [Fact]
    public void Bytes_of_async_code_without_a_finding_are_not_denied()
    {
        var digest = SampleDigest.Ticks();
        var account = digest.Advice!.Account with { Tasks = digest.Advice.Account.Other };

        Assert.Contains("no async method allocates 1 % of all bytes", Written(digest), StringComparison.Ordinal);
        var output = Written(digest with { Advice = digest.Advice with { Account = account } });
        Assert.DoesNotContain("no async method allocates", output, StringComparison.Ordinal);
        Assert.Contains("50 %   Task<T> from code that is not async", output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_recording_that_was_cut_off_denies_nothing()
    {
        var digest = SampleDigest.Ticks();
        var cut = digest with { State = new TraceState(Truncated: true, null, 812, 0, 0.97) };

        Assert.Contains("no async method allocates 1 % of all bytes", Written(digest), StringComparison.Ordinal);
        var output = Written(cut);
        Assert.DoesNotContain("no async method", output, StringComparison.Ordinal);
        Assert.Contains("13.0 MB/s allocated; the recording was cut off before the names of methods were written; types and bytes cover what was recorded until then.", output, StringComparison.Ordinal);
        Assert.Contains("none: the recording was cut off before the names of methods were written", output, StringComparison.Ordinal);
        Assert.DoesNotContain("no async method", Written(cut with { State = cut.State with { Truncated = false } }), StringComparison.Ordinal);
    }

    [Fact]
    public void A_NativeAOT_program_is_told_of_once_with_what_to_do()
    {
        var ticks = SampleDigest.Ticks();
        var output = Written(ticks with
        {
            Advice = null,
            Process = ticks.Process with { NativeAot = true, Processors = null, Runtime = null, ServerGc = null, ConcurrentGc = null },
            State = ticks.State with { UnnamedFrames = 1 },
            Allocation = ticks.Allocation! with { Source = AllocationSource.Sampled, Types = [new TypeAllocation("(no name)", ticks.Allocation.Total, 80)], Stacks = [] },
        });

        Assert.Contains("process 4711, NativeAOT, GC mode unknown\n", output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains("! no names: This is a NativeAOT program", output, StringComparison.Ordinal);
        Assert.Contains("published without PublishAot", output, StringComparison.Ordinal);
        Assert.Contains("13.0 MB/s allocated; the trace of a NativeAOT program names no types and methods.", output, StringComparison.Ordinal);
        Assert.Contains("13.0 MB/s [", output, StringComparison.Ordinal);
        Assert.DoesNotContain("rundown", output, StringComparison.Ordinal);
        Assert.DoesNotContain("async method", output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_runtime_whose_framework_is_runtime_async_is_named()
    {
        var digest = SampleDigest.Create();

        Assert.Contains("runtime async: The framework of this runtime is compiled with runtime async", Written(digest with { Process = digest.Process with { Runtime = "11.0.0" } }), StringComparison.Ordinal);
        Assert.DoesNotContain("runtime async", Written(digest), StringComparison.Ordinal);
    }

    [Fact]
    public void Samples_outside_managed_code_are_told_beside_those_in_it()
    {
        var output = Written(SampleDigest.Create() with { Cpu = new CpuDigest(2, [new MethodSamples("Program.Spin(int)", 2, 2)]) { Outside = 35_159 } });

        Assert.Contains("processor samples (2 of 35,161 in managed code)", output, StringComparison.Ordinal);
        Assert.Contains("35,159 caught threads outside managed code", output, StringComparison.Ordinal);
        Assert.Contains("processor samples (0 of 7 in managed code)", Written(SampleDigest.Create() with { Cpu = new CpuDigest(0, []) { Outside = 7 } }), StringComparison.Ordinal);
    }

    [Fact]
    public void Sizes_that_a_runtime_does_not_tell_are_left_open()
    {
        var digest = SampleDigest.Create();
        var output = Written(digest with
        {
            Allocation = digest.Allocation! with { Types = [.. digest.Allocation.Types.Select(type => type with { MeanObjectBytes = null })] },
            Advice = digest.Advice! with { Methods = [.. digest.Advice.Methods.Select(advice => advice with { ObjectBytes = null })] },
        });

        Assert.Contains("of all bytes; objects: Task<decimal>", output, StringComparison.Ordinal);
        Assert.Matches("n/a +Task<decimal>", output);
    }

    [Fact]
    public void Names_that_steer_a_terminal_are_shown_as_what_they_are()
    {
        var output = Written(SampleDigest.Create("\u001b[31m\u202Eevil\r\n"));

        Assert.Contains("evil", output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', output);
        Assert.DoesNotContain('\u202E', output);
        Assert.DoesNotContain('\r', output.ReplaceLineEndings("\n"));
    }

    [Fact]
    public void Long_names_are_cut()
    {
        var output = Written(SampleDigest.Create(new string('x', 10_000)));

        Assert.All(output.Split('\n').Where(line => !line.Contains("events", StringComparison.Ordinal)), line => Assert.InRange(line.Length, 0, 2_000));
    }

    private static string Written(TraceDigest digest)
    {
        using var output = new StringWriter();
        new AnalyzeText(new Terminal(output, TextWriter.Null, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: true), new OutputStyle(OutputFormat.Text, Verbosity.Normal, Color: false, Progress: false))
            .Write(digest);
        return output.ToString();
    }
}
