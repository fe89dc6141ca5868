using AsyncLoad.Testing;
using Xunit;

namespace AsyncLoad.Tests.Targets;

/// <summary>A test runner prints the exceptions of AsyncLoad.Testing on terminals and in logs of build services, where no text of them acts.</summary>
[Fault(22)]
public sealed class TestRunnerTargetTests
{
    [Fact]
    public void No_text_acts_in_a_message() =>
        Assert.Empty(HostileTexts.All.SelectMany(text => Raw.In(new MeasurementException(text).Message).Concat(Raw.In(new ExpectationException($"a: {text}").Message))).Take(5));

    [Fact]
    public void Lines_stay_lines() => Assert.Equal("one\ntwo\n:\\u003aerror::three", new MeasurementException("one\r\ntwo\n::error::three").Message);
}
