using AsyncLoad.Harness.Cli.Analyze;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Tests.Reporting.Traces;
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
