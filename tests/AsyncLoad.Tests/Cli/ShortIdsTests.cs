using AsyncLoad.Harness.Cli.Output;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class ShortIdsTests
{
    [Fact]
    public void What_tells_no_id_from_another_is_left_out() => Assert.Equal(
        ["a-vs-b/sequential/calm", "a-vs-b/sequential/churn", "c-vs-b/wave-64/calm"],
        Short("smoke/a-vs-b/sequential/calm/default/deep=true", "smoke/a-vs-b/sequential/churn/default/deep=true", "other/c-vs-b/wave-64/calm/default/deep=false"));

    [Fact]
    public void What_tells_ids_apart_stays() => Assert.Equal(
        ["one/a-vs-b/sequential/calm/n=1", "two/a-vs-b/sequential/calm/n=1", "one/a-vs-b/sequential/calm/n=2"],
        Short("one/a-vs-b/sequential/calm/default/n=1", "two/a-vs-b/sequential/calm/default/n=1", "one/a-vs-b/sequential/calm/default/n=2"));

    [Fact]
    public void Variants_load_and_pressure_of_a_single_one_stay() => Assert.Equal(["a-vs-b/sequential/calm"], Short("smoke/a-vs-b/sequential/calm/default"));

    [Fact]
    public void Short_and_unequal_ids_are_taken_as_they_are()
    {
        Assert.Equal(["x", "smoke/a-vs-b/sequential/calm/default"], Short("x", "smoke/a-vs-b/sequential/calm/default"));
        Assert.Equal(["a-vs-b/sequential/calm", "a-vs-b/sequential/calm/server"], Short("smoke/a-vs-b/sequential/calm", "smoke/a-vs-b/sequential/calm/server"));
    }

    private static string[] Short(params string[] ids)
    {
        var names = new ShortIds(ids);
        return [.. ids.Select(names.Of)];
    }
}
