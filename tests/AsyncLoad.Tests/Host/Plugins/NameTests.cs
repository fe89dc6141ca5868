using AsyncLoad.Host.Plugins.Benchmarks;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

public class NameTests
{
    [Theory]
    [InlineData("AwaitValueTask", "await-value-task")]
    [InlineData("IOTask2", "io-task2")]
    [InlineData("HTTPServer_Reads", "http-server-reads")]
    [InlineData("Größe", "größe")]
    [InlineData("Dictionary<string, int>", "dictionary-string-int")]
    [InlineData("<script>\u202e../../x", "script-x")]
    [InlineData("_", "unnamed")]
    [InlineData("", "unnamed")]
    public void Names_of_code_become_ids(string name, string id) => Assert.Equal(id, KebabCase.Of(name));

    [Fact]
    public void A_long_name_is_cut()
    {
        var id = KebabCase.Of(new string('a', 10_000));
        Assert.Equal(80, id.Length);
    }

    [Fact]
    public void An_id_that_is_taken_gets_a_number()
    {
        var taken = new HashSet<string> { "reads" };
        Assert.Equal(["reads-2", "reads-3", "writes"], [KebabCase.Unique("reads", taken), KebabCase.Unique("reads", taken), KebabCase.Unique("writes", taken)]);
    }

    [Theory]
    [InlineData(typeof(void), "void")]
    [InlineData(typeof(Task<int?>), "Task<int?>")]
    [InlineData(typeof(ValueTask<string[]>), "ValueTask<string[]>")]
    [InlineData(typeof(Dictionary<string, object>[,]), "Dictionary<string, object>[,]")]
    public void Types_are_written_as_in_source(Type type, string written) => Assert.Equal(written, CSharpTypeName.Of(type));

    [Fact]
    public void A_type_that_is_local_to_its_file_has_the_name_of_its_source()
    {
        Assert.Contains('<', typeof(OnlyHere).Name);
        Assert.Equal("OnlyHere", CSharpTypeName.Of(typeof(OnlyHere)));
        Assert.Equal("Task<OnlyHere<int>[]>", CSharpTypeName.Of(typeof(Task<OnlyHere<int>[]>)));
    }

    [Fact]
    public void Values_are_the_same_text_everywhere_and_each_its_own()
    {
        var culture = Thread.CurrentThread.CurrentCulture;
        try
        {
            Thread.CurrentThread.CurrentCulture = new System.Globalization.CultureInfo("de-DE");
            object?[] values = [null, true, 1.5, 2.25m, 'x', DayOfWeek.Friday, new[] { 1, 2 }, typeof(Task<int>), "", new string('y', 200)];
            Assert.Equal(["null", "true", "1.5", "2.25", "x", "Friday", "int[2]", "Task<int>", "\"\"", new string('y', 100) + "…"], values.Select(ValueText.Of));
        }
        finally
        {
            Thread.CurrentThread.CurrentCulture = culture;
        }

        Assert.Equal(["a", "a #2", "b", "a #3"], ValueText.Distinct(["a", "a", "b", "a"]));
    }
}

file sealed class OnlyHere;

file sealed class OnlyHere<T>;
