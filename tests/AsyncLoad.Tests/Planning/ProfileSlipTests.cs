using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>One slip each: what is said of it, that nothing else is blamed, and where a limit lies.</summary>
public class ProfileSlipTests
{
    [Fact]
    public void Null_is_no_profile() => Assert.Equal("p.json:1:1: profile must be an object, not null", Profiles.Error("null"));

    [Fact]
    public void A_candidate_that_nobody_knows_is_named_twice_too()
    {
        var errors = Profiles.Errors(Profiles.Smallest.Replace("[\"await-value-task\"]", "[\"nobody\", \"nobody\"]"));
        Assert.Equal(3, errors.Count);
        Assert.Contains("p.json:5:99: duplicate candidate \"nobody\"", errors);
    }

    [Theory]
    [InlineData("await-task", "nobody", "nobody")]
    [InlineData("nobody", "await-value-task", "await-value-task")]
    [InlineData("nobody", "await-value-task", "direct-call")]
    public void Gates_are_not_blamed_for_wrong_variants(string baseline, string candidate, string gated)
    {
        var member = $"\"gates\": [{{ \"metric\": \"bytesPerOperation\", \"variant\": \"{gated}\", \"max\": 2 }}]";
        var text = ProfileReaderTests.Member(member).Replace("\"await-task\"", $"\"{baseline}\"").Replace("[\"await-value-task\"]", $"[\"{candidate}\"]");
        Assert.StartsWith("unknown variant of \"call-chain\": \"nobody\"", Profiles.Error(text).Split(": ", 2)[1], StringComparison.Ordinal);
    }

    [Fact]
    public void A_version_is_a_whole_number() => Assert.Equal(
        "p.json:2:20: \"schemaVersion\" must be a whole number, not 1.5",
        Profiles.Error(Profiles.Smallest.Replace("\"schemaVersion\": 1", "\"schemaVersion\": 1.5")));

    [Fact]
    public void A_step_of_arrivals_has_no_other_members() => Assert.EndsWith(
        ": unknown member in step: \"rte\"; did you mean \"rate\"?",
        Profiles.Error(ProfileReaderTests.Member("\"loads\": [{ \"kind\": \"openLoop\", \"steps\": [{ \"rate\": 5, \"during\": \"1s\", \"rte\": 6 }] }]")),
        StringComparison.Ordinal);

    [Theory]
    [InlineData("[5]", "pressure must be an object, not 5")]
    [InlineData("[{ \"preset\": \"old-heap\", \"liveset\": \"1MB\" }]", "unknown member in pressure: \"liveset\"; did you mean \"liveSet\"?")]
    [InlineData("[\"old-heep\"]", "unknown pressure \"old-heep\"; did you mean \"old-heap\"?")]
    [InlineData("[{ \"preset\": \"old-heep\" }]", "unknown pressure \"old-heep\"; did you mean \"old-heap\"?")]
    public void A_wrong_pressure_is_called_one(string pressures, string error) =>
        Assert.EndsWith($": {error}", Profiles.Error(ProfileReaderTests.Member($"\"pressures\": {pressures}")), StringComparison.Ordinal);

    [Theory]
    [InlineData(100, true)]
    [InlineData(101, false)]
    public void A_hundred_thousand_comparisons_are_read_and_no_more(int pressures, bool read)
    {
        var names = string.Join(',', Enumerable.Range(1, pressures).Select(number => $"{{ \"preset\": \"old-heap\", \"name\": \"p{number}\" }}"));
        var loads = string.Join(',', Enumerable.Range(1, 1_000).Select(degree => $"{{ \"kind\": \"parallelFor\", \"degree\": {degree} }}"));
        Assert.Equal(read, Profiles.Read(ProfileReaderTests.Member($"\"loads\": [{loads}], \"pressures\": [{names}]")).Profile is not null);
    }
}
