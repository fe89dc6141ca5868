using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Tests.Language;

/// <summary>How the product speaks: common words, spelled right, one word for one thing.</summary>
public sealed partial class LanguageTests
{
    private const string Approved = "tests/AsyncLoad.Tests/Language/words.txt";

    // Each with what to write instead.
    private static readonly (Regex Phrase, string Instead)[] Banned =
    [
        .. new[]
        {
            (@"\b(?:bytes?|[kM]?B|[nµm]s|time|times|allocations?) an operation", "per operation"),
            ("hardly a", "almost no"),
            ("mended", "fixed"),
            ("whoever", "name who it is"),
            ("nobody", "say who does not, or use the passive"),
            ("for want of", "because there is no"),
            ("all the same", "anyway"),
            ("as they end", "when they end"),
            ("building apart", "building separately"),
            ("never toss", "say what is always the same"),
            ("charged up to", "limited to"),
            ("self-cost", "load overhead"),
            ("merely", "only"),
            ("in order to", "to"),
            ("utili[sz]e[sd]?", "use"),
            ("whilst", "while"),
            ("amongst", "among"),
            ("thereby|whereby|hitherto|heretofore", "two sentences"),
        }.Select(entry => (new Regex($@"\b(?:{entry.Item1})\b", RegexOptions.IgnoreCase), entry.Item2)),
    ];

    // What fingers do to common words.
    private static readonly HashSet<string> Misspelled =
    [
        "accross", "acheive", "accomodate", "adress", "allready", "alot", "arguement", "asyncronous", "beggining", "begining", "beleive", "calender", "catagory", "changable", "commited",
        "comparision", "concurency", "consistant", "definately", "dependancy", "desparate", "diferent", "dissapear", "enviroment", "equivalant", "existance", "explicitely", "familar",
        "finaly", "foward", "freqency", "garantee", "gaurantee", "garbadge", "heirarchy", "immediatly", "implemention", "independant", "intial", "interupt", "lenght", "libary", "maintainance",
        "managable", "measurment", "neccessary", "noticable", "occassion", "occured", "occuring", "occurence", "paralel", "paramater", "parralel", "performace", "persistant", "posible",
        "preceeding", "privilege's", "proccess", "publically", "recieve", "recomend", "refered", "reproducable", "responce", "retreive", "schedual", "seperate", "seperately", "sucessful",
        "supress", "syncronous", "teh", "threshhold", "throughly", "transfered", "truely", "untill", "usefull", "usualy", "wich", "writting",
    ];

    private static readonly string[] RepeatedOnPurpose = ["had had", "that that"];

    [Fact]
    public void No_phrase_is_used_that_sounds_strange() =>
        Assert.Equal([], Prose.All.SelectMany(line => Banned.Where(ban => ban.Phrase.IsMatch(line.Text)).Select(ban => $"{line} [write: {ban.Instead}]")));

    [Fact]
    public void No_word_is_written_twice() => Assert.Equal([], Prose.All.Where(line => Repeats(line.Text)));

    [Fact]
    public void No_common_word_is_misspelled() =>
        Assert.Equal([], Prose.All.Where(line => line.Text.Split(' ').Any(word => Misspelled.Contains(word.Trim(',', '.', ';', ':').ToLowerInvariant()))));

    [Fact]
    public void Every_word_of_pages_and_comments_is_in_the_word_list()
    {
        var known = Repository.Lines(Approved).ToHashSet();
        var unknown = Prose.All.Where(line => line.Spelled).SelectMany(line => line.Words().Select(word => (word, line.Place)))
            .Where(entry => !known.Contains(entry.word)).DistinctBy(entry => entry.word).OrderBy(entry => entry.word, StringComparer.Ordinal).ToList();

        Assert.True(unknown.Count == 0, $"If these words are spelled right and common, add them to {Approved}:\n{string.Join('\n', unknown.Select(entry => $"{entry.word}  ({entry.Place})"))}");
    }

    [Fact]
    public void The_word_list_is_in_order_and_has_no_misspelled_word()
    {
        var words = Repository.Lines(Approved);
        Assert.Equal(words.Distinct().Order(StringComparer.Ordinal), words);
        Assert.Empty(words.Intersect(Misspelled));
    }

    [Fact]
    public void The_checks_see_what_they_forbid()
    {
        Assert.Contains(Banned, ban => ban.Phrase.IsMatch("504 B an operation"));
        Assert.DoesNotContain(Banned, ban => ban.Phrase.IsMatch("an operation ends"));
        Assert.True(Repeats("it is is right"));
        Assert.False(Repeats("the mean and the mean"));
        Assert.Equal(["a", "b "], Prose.OfPage("a.md", ["a", "```", "code", "```", "b `c`"]).Select(line => line.Text.Replace("  ", " ", StringComparison.Ordinal)));
        Assert.Equal(["why it is", "no such file"], Prose.OfCode("a.cs", ["// why it is", "Fail(\"no such file\", \"word\");"]).Select(line => line.Text));
        Assert.Equal(["plain", "words"], new Prose("a", "plain Names two-part don't it x.y words.", true).Words());
    }

    private static bool Repeats(string text) => Repeated().Matches(text).Any(match => !RepeatedOnPurpose.Contains(match.Value.ToLowerInvariant()));

    [GeneratedRegex(@"(?<![\w.\-])([a-zA-Z]{2,}) \1(?![\w.\-]\w|\w)")]
    private static partial Regex Repeated();
}
