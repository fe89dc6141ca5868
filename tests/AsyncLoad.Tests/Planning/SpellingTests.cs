using AsyncLoad.Harness.Planning.Reading;
using Xunit;

namespace AsyncLoad.Tests.Planning;

public class SpellingTests
{
    private static readonly string[] Known = ["await-task", "await-value-task", "a-b", "ab", "größe-io"];

    [Theory]
    [InlineData("await-task", "await-task")]
    [InlineData("AwaitTask", "await-task")]
    [InlineData("AWAIT_VALUETASK", "await-value-task")]
    [InlineData("GrößeIO", "größe-io")]
    [InlineData("ab", "ab")]
    [InlineData("A-B", null)]
    [InlineData("AB", null)]
    [InlineData("awaittasks", null)]
    [InlineData("awa\u1774it-task", null)]
    [InlineData("await\u2014task", null)]
    [InlineData("-", null)]
    [InlineData("", null)]
    public void A_name_of_code_is_found_where_it_can_mean_one_only(string typed, string? meant) => Assert.Equal(meant, Spelling.Find(typed, Known));
}
