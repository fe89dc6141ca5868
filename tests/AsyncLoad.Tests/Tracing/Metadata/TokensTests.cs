using AsyncLoad.Tracing.Metadata;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Metadata;

public sealed class TokensTests
{
    [Theory]
    [InlineData("var task = M(1);", "var|task|=|M|(|1|)|;")]
    [InlineData("Task<int> @task = a ?? b; // Task x = y", "Task|<|int|>|@task|=|a|?|?|b|;")]
    [InlineData("M(\"a = \\\" b\", @\"c:\\ \"\" d\", $\"{e}\", '=', '\\'') /* = */ is null", "M|(|\"a = \\\" b\"|,|@\"c:\\ \"\" d\"|,|$\"{e}\"|,|'='|,|'\\''|)|is|null")]
    [InlineData("a == b != c => \"\"\"one \"two\" = \"\"\" <= d", "a|==|b|!=|c|=>|\"\"\"one \"two\" = \"\"\"|<=|d")]
    [InlineData("a /* b", "a")]
    [InlineData("a \"b = c", "a|\"b = c")]
    [InlineData("", "")]
    public void Source_is_taken_apart_and_comments_are_left_out(string text, string tokens) => Assert.Equal(tokens, string.Join('|', Tokens.Of(text)));

    [Fact]
    public void No_text_makes_it_throw_or_stand_still()
    {
        const string Signs = "\"'@$/*\\ =a\n";
        foreach (var seed in Enumerable.Range(0, 2_000))
        {
            var dice = new Random(seed);
            var text = string.Concat(Enumerable.Range(0, dice.Next(30)).Select(_ => Signs[dice.Next(Signs.Length)]));

            Assert.All(Tokens.Of(text), token => Assert.Contains(token, text, StringComparison.Ordinal));
        }
    }
}
