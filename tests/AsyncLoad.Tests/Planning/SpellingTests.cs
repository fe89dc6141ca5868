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
    [InlineData("Rows", "shop-rows")]
    [InlineData("Outer.Rows", "rows")]
    [InlineData("Orders", null)]
    [InlineData("orders", "orders")]
    [InlineData("Second.Orders", "second-orders")]
    [InlineData("First+Orders", "orders")]
    [InlineData("Outer.Inner", "outer-inner")]
    [InlineData("Shop.Outer.Inner", "outer-inner")]
    [InlineData("global::Shop.Outer.Inner", "outer-inner")]
    [InlineData("Third.Orders", null)]
    [InlineData("uter.Inner", null)]
    [InlineData("ORDERS", "orders")]
    [InlineData("CACHE", "cache")]
    public void A_class_is_meant_by_its_name_before_a_built_in_workload_of_the_same_letters(string typed, string? meant)
    {
        WorkloadDescription[] known =
        [
            Workload("cache", null), Workload("cache-2", "Shop.Cache"), Workload("box", "Shop.Box`1[System.Int32]"), Workload("outer-inner", "Shop.Outer+Inner"),
            // Two of one short name: the first has it as its id, which may be typed. As code writes it, it may be either.
            Workload("orders", "First.Orders"), Workload("second-orders", "Second.Orders"),
            // Code writes the nested one as Outer.Rows.
            Workload("rows", "Shop.Outer+Rows"), Workload("shop-rows", "Shop.Rows"),
        ];
        Assert.Equal(meant, Spelling.Workload(typed, known)?.Id);
    }

    /// <summary>Methods whose names differ in letter case or underscores get the ids of the first with a number, and overloads as well.</summary>
    [Theory]
    [InlineData("ReadAll", "read-all")]
    [InlineData("Read_All", "read-all-2")]
    [InlineData("readAll", "read-all-3")]
    [InlineData("read-all", "read-all")]
    [InlineData("read-all-3", "read-all-3")]
    [InlineData("READALL", "read-all")]
    [InlineData("Sum", null)]
    [InlineData("sum", "sum")]
    [InlineData("sum-2", "sum-2")]
    [InlineData("add", null)]
    [InlineData("Add", "add")]
    public void A_method_is_meant_by_its_name_as_code_writes_it(string typed, string? meant)
    {
        var workload = Workload("reads", "Shop.Reads") with
        {
            Variants =
            [
                Variant("read-all", "ReadAll"), Variant("read-all-2", "Read_All"), Variant("read-all-3", "readAll"),
                Variant("sum", "Sum"), Variant("sum-2", "Sum"), Variant("add", "Add"), Variant("add-2", "add"),
            ],
        };
        Assert.Equal(meant, Spelling.Variant(typed, workload));
    }

    private static VariantDescription Variant(string id, string method) => new(id, "", "int", "none", null, 0, Declared: new BenchmarkDeclaration(method, null, [], ""));

    private static WorkloadDescription Workload(string id, string? className) => new(id, "", null, [], [], [], null, [], [], className is null ? null : "mine.dll", className);
}
