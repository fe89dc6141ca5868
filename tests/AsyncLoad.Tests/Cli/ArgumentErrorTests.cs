using System.Collections;
using System.CommandLine;
using System.CommandLine.Invocation;
using System.Globalization;
using System.Resources;
using System.Text.RegularExpressions;
using AsyncLoad.Harness.Cli;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>Command lines whose words have no place.</summary>
public class ArgumentErrorTests
{
    private static readonly ParserConfiguration WithoutResponseFiles = new() { ResponseFileTokenReplacer = null };

    [Theory]
    // Where every argument has its word, the parser calls an option that it does not know an argument.
    [InlineData("run p.json --ouput x", "unknown option \"--ouput\"; did you mean \"--output\"?")]
    [InlineData("compare call-chain a b --bogus", "unknown option \"--bogus\"")]
    [InlineData("doctor --formt json", "unknown option \"--formt\"; did you mean \"--format\"?")]
    [InlineData("--bogus", "unknown option \"--bogus\"")]
    [InlineData("plan p.json -qv", "unknown option \"-qv\"")]
    [InlineData("plan p.json --quit --paris 8", "unknown option \"--quit\"; did you mean \"--quiet\"?", "unknown option \"--paris\"; did you mean \"--pairs\"?")]
    [InlineData("bogus --help", "unknown command \"bogus\"")]
    [InlineData("help run", "unknown command \"help\"; did you mean \"--help\"?")]
    [InlineData("-- plan p.json", "no command stands before \"--\"")]
    [InlineData("--quiet", "no command is named")]
    [InlineData("plan p.json b", "unexpected argument \"b\": plan takes <profile>")]
    [InlineData("plan p.json @answers", "unexpected argument \"@answers\": plan takes <profile>")]
    [InlineData("plan p.json -- --bogus", "unexpected argument \"--bogus\": plan takes <profile>")]
    [InlineData("doctor x", "unexpected argument \"x\": doctor takes none")]
    [InlineData("plan p.json b c d e", "unexpected arguments \"b\", \"c\", \"d\" and 1 more: plan takes <profile>")]
    [InlineData("plan p.json --pairs 8 9", "unexpected argument \"9\": --pairs takes one value; quote a value that has blanks")]
    [InlineData("plan p.json --set a=1 b=2", "unexpected argument \"b=2\": give --set again for each further value, and quote a value that has blanks or *")]
    [InlineData("plan p.json --only a b", "unexpected argument \"b\": give --only again for each further value, and quote a value that has blanks or *")]
    [InlineData("plan p.json --pairs", "--pairs needs a value: --pairs <N>")]
    [InlineData("plan p.json --pairs=", "--pairs needs a value: --pairs <N>")]
    [InlineData("doctor --format", "--format needs a value: --format <text|json|sarif>")]
    [InlineData("run p.json --resume", "--resume needs a value: --resume <RUN>")]
    [InlineData("plan p.json --pairs 8 --pairs 9", "--pairs is given 2 times: give it once")]
    [InlineData("analyze -p 1 -p 2 --process-id 3", "--process-id is given 3 times: give it once")]
    [InlineData("plan p.json --in-turn=false", "--in-turn takes no value, not \"false\"")]
    [InlineData("plan p.json --no-gate false", "unexpected argument \"false\": plan takes <profile>")]
    [InlineData("plan p.json --quiet=maybe", "--quiet takes no value, not \"maybe\"")]
    // The parser would name the folder of the run so.
    [InlineData("run p.json --output --quiet", "--output needs a value before \"--quiet\": --output <DIR>")]
    [InlineData("analyze -o --bogus", "--output needs a value before \"--bogus\": --output <FILE>")]
    [InlineData("diff", "diff needs <before>: the run folder that changes are counted from", "diff needs <after>: the run folder that is compared with it")]
    public async Task Each_is_told_in_one_sentence(string line, params string[] errors)
    {
        var run = await CommandRun.Of(line.Split(' '));
        Assert.Equal((ExitCode.BadArguments, ""), (run.Code, run.Output));
        Assert.Equal(errors.Select(error => $"error: {error}"), run.Error.Split(Environment.NewLine)[..^2]);
    }

    [Fact]
    public void A_value_that_begins_with_dashes_is_taken_where_it_is_meant() => Assert.Empty(Found(["run", "p.json", "--output=--quiet"]));

    [Fact]
    public async Task Half_a_line_is_completed_and_not_refused()
    {
        var run = await CommandRun.Of("[suggest:19]", "asyncload plan --pa");
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        Assert.Contains("--pairs", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void No_sentence_of_the_parser_reaches_anyone()
    {
        var sentences = Sentences();
        var refused = 0;
        foreach (var line in HelpTests.Commands.SelectMany(Lines).Append([]).Append(["bogus"]))
        {
            // Where help is asked for, no error is told.
            if (Parsed(line) is not { Action: ParseErrorAction } parsed) continue;
            var parser = parsed.Errors.Where(error => sentences.Any(sentence => sentence.IsMatch(error.Message))).ToList();
            if (parser.Count == 0) continue;
            refused++;
            var own = Found(line);
            Assert.True(own.Count > 0, $"{string.Join(' ', line)}: {parser[0].Message}");
            Assert.DoesNotContain(own, error => sentences.Any(sentence => sentence.IsMatch(error)));
        }

        // At least an unknown option, a missing value and one word too many for each command.
        Assert.InRange(refused, 3 * HelpTests.Commands.Count, int.MaxValue);
    }

    private static IEnumerable<string[]> Lines(Command command)
    {
        string[][] whole = [[], ["--bogus"], ["a"], ["a", "b", "c", "d", "e", "f"], ["a", "b", "c", "d", "--bogus"], ["--", "a", "b", "c", "--bogus"]];
        foreach (var words in whole) yield return [command.Name, .. words];
        foreach (var option in command.Options.Concat(HelpTests.Parser().Options))
        {
            string[][] wrong = [[option.Name], [$"{option.Name}="], [option.Name, "x", option.Name, "y"], [option.Name, "x", "y", "z", "u", "v"], [$"{option.Name}=maybe"]];
            foreach (var words in wrong) yield return [command.Name, .. words];
        }
    }

    private static IReadOnlyList<string> Found(string[] line) => new ArgumentErrors(Parsed(line), line).Find();

    private static ParseResult Parsed(string[] line) => HelpTests.Parser().Parse(line, WithoutResponseFiles);

    // All its texts that are longer than a heading, as patterns.
    private static List<Regex> Sentences()
    {
        var texts = new ResourceManager("System.CommandLine.Properties.Resources", typeof(Command).Assembly).GetResourceSet(CultureInfo.InvariantCulture, createIfNotExists: true, tryParents: true)!;
        List<Regex> sentences = [.. texts.Cast<DictionaryEntry>().Select(entry => (string)entry.Value!).Where(text => text.Split(' ').Length > 3).Select(Pattern)];
        Assert.NotEmpty(sentences);
        return sentences;
    }

    private static Regex Pattern(string text) => new($"^{Regex.Replace(Regex.Escape(text), @"\\\{\d\}", ".*")}", RegexOptions.Singleline);
}
