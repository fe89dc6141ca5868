using Xunit;

namespace AsyncLoad.Tests.Fuzzing;

public sealed class DamagedManifestTests
{
    internal const string Target = "manifest";

    [Fact]
    public void Damaged_manifest_input_ends_with_a_value_or_a_refusal() => DamagedInput.AssertEndsWell(Target);
}
