using AsyncLoad.Harness.Cli;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Command lines that say one thing twice: neither the first nor the last wins without a word.</summary>
public class ContradictionTests
{
    [Theory]
    [InlineData("plan p.json --pairs 8 --set measure.looks=12", "--pairs and --set measure.looks set the same: leave out one of them")]
    [InlineData("run p.json --seed 8 --set seed=12", "--seed and --set seed set the same: leave out one of them")]
    [InlineData("map --traces one --set traces=all", "--traces and --set traces set the same: leave out one of them")]
    [InlineData("plan p.json --cpu-samples --set cpuSamples=false", "--cpu-samples and --set cpuSamples set the same: leave out one of them")]
    [InlineData("compare noop --in-turn --set measure.inTurn=false", "--in-turn and --set measure.inTurn set the same: leave out one of them")]
    [InlineData("plan p.json --cpu-samples --traces none", "--cpu-samples is for traced runs, and --traces none asks for none: leave out one of them")]
    [InlineData("plan p.json --quiet --verbosity detailed", "--quiet and --verbosity both say how much is printed: leave out one of them")]
    [InlineData("--verbosity normal trend a --quiet", "--quiet and --verbosity both say how much is printed: leave out one of them")]
    [InlineData("compare w a b --baseline variant=c --candidate gc.server=true", "--baseline: variant= of the side replaces \"a\": leave out one of them")]
    [InlineData("compare w a b --candidate variant=c", "--candidate: variant= of the side replaces \"b\": leave out one of them")]
    [InlineData("compare w a --baseline variant=b --candidate variant=c", "--candidate: variant= of the side replaces \"a\": leave out one of them")]
    [InlineData("compare call-chain await-task await-value-task --load parallelFor-2 --set load.degree=4", "--set load.degree: set to 2 by --load and to 4 here: leave out one of them")]
    [InlineData("compare call-chain await-task --baseline pressure=calm --candidate pressure=churn --pressure calm", "--pressure: every side names its own pressure, so this one is not measured: leave it out, or leave out that of a side")]
    [InlineData("map call-chain await-task --baseline pressure=calm --candidate pressure=churn --pressures calm,churn", "--pressures: every side names its own pressure, so this one is not measured: leave it out, or leave out that of a side")]
    public async Task Both_are_named(string line, string error)
    {
        var run = await CommandRun.Of(line.Split(' '));

        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Equal($"error: {error}", run.Error.Split(Environment.NewLine)[0]);
    }

    [Theory]
    [InlineData("plan smoke --pairs 8 --set measure.slices=12 --set seed=3")]
    [InlineData("plan smoke --cpu-samples --traces all --quiet")]
    public async Task What_says_different_things_is_taken(string line)
    {
        var run = await CommandRun.Of(line.Replace("smoke", CommandRun.Smoke, StringComparison.Ordinal).Split(' '));

        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
    }
}
