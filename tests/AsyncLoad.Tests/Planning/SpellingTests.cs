using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Catalogues;
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

    [Theory]
    [InlineData("cache", "cache")]
    [InlineData("Cache", "cache-2")]
    [InlineData("cache-2", "cache-2")]
    [InlineData("global::Shop.Cache", "cache-2")]
    [InlineData("Box", "box")]
    [InlineData("Inner", "outer-inner")]
    [InlineData("Orders", "orders")]
    [InlineData("ORDERS", "orders")]
    [InlineData("CACHE", "cache")]
    public void A_class_is_meant_by_its_name_before_a_built_in_workload_of_the_same_letters(string typed, string meant)
    {
        WorkloadDescription[] known =
        [
            Workload("cache", null), Workload("cache-2", "Shop.Cache"), Workload("box", "Shop.Box`1[System.Int32]"), Workload("outer-inner", "Shop.Outer+Inner"),
            // Two of one short name: the first has it as its id.
            Workload("orders", "First.Orders"), Workload("second-orders", "Second.Orders"),
        ];
        Assert.Equal(meant, Spelling.Workload(typed, known)?.Id);
    }

    private static WorkloadDescription Workload(string id, string? className) => new(id, "", null, [], [], [], null, [], [], className is null ? null : "mine.dll", className);
}
