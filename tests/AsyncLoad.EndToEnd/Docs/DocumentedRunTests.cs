using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Profiles that pages tell people to run. Comparisons are a class of their own, so that the second core measures those meanwhile.</summary>
public sealed class DocumentedRunTests : DocumentedMeasurement
{
    public static TheoryData<string> Commands { get; } = CommandsOf("run");

    [Fact]
    public void They_are_found_on_many_pages() => Assert.True(PagesOf("run") > 10);

    [Theory]
    [MemberData(nameof(Commands))]
    public Task A_documented_run_measures(string command) => MeasuresAsync(command);
}
