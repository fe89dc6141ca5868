using Xunit;

namespace AsyncLoad.Tests.Fuzzing;

public sealed class DamagedResultsTests
{
    internal const string Target = "results";

    [Fact]
    public void Damaged_results_input_ends_with_a_value_or_a_refusal() => DamagedInput.AssertEndsWell(Target);
}
