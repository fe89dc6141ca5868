using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Comparisons and self-checks that pages tell people to measure.</summary>
public sealed class DocumentedComparisonTests : DocumentedMeasurement
{
    public static TheoryData<string> Commands { get; } = CommandsOf("compare", "selfcheck");

    [Fact]
    public void They_are_found_on_several_pages() => Assert.True(PagesOf("compare", "selfcheck") > 3);

    [Theory]
    [MemberData(nameof(Commands))]
    public Task A_documented_comparison_measures(string command) => MeasuresAsync(command);
}
