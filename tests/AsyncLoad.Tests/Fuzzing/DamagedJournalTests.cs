using Xunit;

namespace AsyncLoad.Tests.Fuzzing;

public sealed class DamagedJournalTests
{
    internal const string Target = "journal";

    [Fact]
    public void Damaged_journal_input_ends_with_a_value_or_a_refusal() => DamagedInput.AssertEndsWell(Target);
}
