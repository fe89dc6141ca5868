using AsyncLoad.Model.Profiles;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public sealed class RuntimeReaderTests
{
    [Fact]
    public void Runtimes_are_named_by_their_frameworks_and_may_name_a_compiler()
    {
        var profile = Profiles.Good(With("""  "runtimes": ["net8.0", "net11.0", { "runtime": "net10.0", "compiler": "runtime-async" }]"""));

        Assert.Equal(
            [new RuntimeSettings("net8.0"), new RuntimeSettings("net11.0"), new RuntimeSettings("net10.0", HostCompiler.RuntimeAsync)],
            Assert.Single(profile.Experiments).Runtimes);
        Assert.Equal(["net8.0", "net11.0", "net10.0-runtime-async"], profile.Experiments[0].Runtimes!.Select(runtime => runtime.Name));
    }

    [Fact]
    public void Without_runtimes_there_is_none_and_the_compiler_is_that_of_entries_that_name_none()
    {
        Assert.Null(Profiles.Good(Profiles.Smallest).Experiments[0].Runtimes);
        Assert.Null(Profiles.Good(With("\"compiler\": \"default\"")).Experiments[0].Runtimes);
        Assert.Equal([new RuntimeSettings("net10.0", HostCompiler.RuntimeAsync)], Profiles.Good(With("\"compiler\": \"runtime-async\"")).Experiments[0].Runtimes);
        Assert.Equal(
            [new RuntimeSettings("net10.0", HostCompiler.RuntimeAsync), new RuntimeSettings("net9.0")],
            Profiles.Good(With("""  "compiler": "runtime-async", "runtimes": ["net10.0", { "runtime": "net9.0", "compiler": "default" }]""")).Experiments[0].Runtimes);
    }

    [Theory]
    [InlineData("\"runtimes\": [\"net7.0\"]", "unknown runtime \"net7.0\": any installed runtime from net8.0 on is accepted; did you mean \"net8.0\"?")]
    [InlineData("\"runtimes\": [\"net8\"]", "unknown runtime \"net8\": any installed runtime from net8.0 on is accepted; did you mean \"net8.0\"?")]
    [InlineData("\"runtimes\": [\"net10\"]", "unknown runtime \"net10\": any installed runtime from net8.0 on is accepted; did you mean \"net10.0\"?")]
    [InlineData("\"runtimes\": [\"net08.0\"]", "unknown runtime \"net08.0\": any installed runtime from net8.0 on is accepted; did you mean \"net8.0\"?")]
    [InlineData("\"runtimes\": []", "\"runtimes\" must not be empty")]
    [InlineData("\"runtimes\": \"net8.0\"", "\"runtimes\" must be a list, not \"net8.0\"")]
    [InlineData("\"runtimes\": [\"net8.0\", \"net8.0\"]", "duplicate runtime \"net8.0\"")]
    [InlineData("\"runtimes\": [{ \"runtim\": \"net8.0\", \"runtime\": \"net9.0\" }]", "unknown member in runtimes: \"runtim\"; did you mean \"runtime\"?")]
    [InlineData("\"runtimes\": [{ \"compiler\": \"default\" }]", "missing member \"runtime\" in runtimes")]
    [InlineData("\"compiler\": \"runtime-asink\"", "unknown compiler \"runtime-asink\"; did you mean \"runtime-async\"?")]
    public void A_slip_is_named_with_its_place(string member, string told) =>
        Assert.EndsWith(told, Assert.Single(Profiles.Errors(With(member)), error => error.StartsWith("p.json:5:", StringComparison.Ordinal)), StringComparison.Ordinal);

    internal static string With(string member) =>
        $$"""
        {
          "schemaVersion": 1, "name": "sides",
          "experiments": [
            { "name": "one", "workload": "call-chain", "baseline": "await-task", "candidates": ["await-value-task"],
              {{member}} }
          ]
        }
        """;
}
