using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a person sees in a terminal, wide or narrow. Only a terminal shows it: a pipe gets neither frames nor live progress.</summary>
public sealed partial class TerminalTests : IDisposable
{
    private const string Title = "await-value-task vs await-task";
    private const string NoTerminal = "tmux is not installed (apt-get install tmux)";

    private readonly Sandbox sandbox = new();

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData(40)]
    [InlineData(80)]
    public async Task Tables_keep_words_and_names_whole_however_narrow_the_terminal(int width)
    {
        Assert.SkipUnless(Screen.IsThere, NoTerminal);
        // The table with most columns.
        using var screen = await Screen.ShowAsync(sandbox, width, "", "list", "pressures");
        var shown = await screen.EndAsync();

        var words = shown.Split([' ', '\n', '│'], StringSplitOptions.RemoveEmptyEntries).ToHashSet();
        Assert.Empty(new[] { "oldToYoungWritesPerMs", "finalizablePercent", "large-objects", "old-to-young", "millisecond", "collections" }.Except(words));
        Assert.All(shown.Split('\n'), line => Assert.InRange(line.TrimEnd().Length, 0, width));
    }

    [Fact]
    public async Task No_color_leaves_frames_and_bold_headers_and_no_colour()
    {
        Assert.SkipUnless(Screen.IsThere, NoTerminal);
        using var screen = await Screen.ShowAsync(sandbox, 80, "NO_COLOR= TERM=xterm-256color", "list", "loads");

        Assert.Contains("╭", await screen.EndAsync(), StringComparison.Ordinal);
        var decorations = Decorations(await screen.DecoratedAsync()).ToList();
        Assert.Contains(1, decorations);
        Assert.DoesNotContain(decorations, number => number is (>= 30 and <= 38) or (>= 40 and <= 48) or (>= 90 and <= 107));
    }

    [Fact]
    public async Task Progress_is_redrawn_in_place_and_gives_way_to_the_answer()
    {
        Assert.SkipUnless(Screen.IsThere, NoTerminal);
        using var screen = await Screen.ShowAsync(sandbox, 40, "", "run", sandbox.Write("tiny.json", Profiles.FiguresOf(2, Profiles.AwaitPair)), "--traces", "none", "--output", "run");
        await screen.UntilAsync("pair 2/2");
        Assert.DoesNotContain("pair 1/2", await screen.TextAsync(), StringComparison.Ordinal);
        var ended = await screen.EndAsync();

        Assert.DoesNotContain("pair ", ended, StringComparison.Ordinal);
        Assert.Contains("nothing is judged", ended, StringComparison.Ordinal);
        Assert.Empty(sandbox.TemporaryFiles);
    }

    [Fact]
    public async Task A_judged_run_ends_with_its_table_and_its_sentence()
    {
        Assert.SkipUnless(Screen.IsThere, NoTerminal);
        using var screen = await Screen.ShowAsync(sandbox, 200, "", "run", sandbox.Write("judged.json", Profiles.Of(Profiles.AwaitPair)), "--traces", "none", "--output", "run");
        var ended = await screen.EndAsync();

        var lines = ended.Split('\n').Select(line => line.Trim()).ToList();
        Assert.Contains(lines, line => line.StartsWith("│ comparison", StringComparison.Ordinal) && line.Contains("│ verdict", StringComparison.Ordinal));
        Assert.Contains(lines, line => line.StartsWith("│ await-value-task vs await-task │ sequential", StringComparison.Ordinal));
        Assert.Contains(lines, line => Sentence().IsMatch(line));
    }

    [Fact]
    public async Task Lines_of_the_log_stand_above_a_map_that_fills_and_leave_nothing_of_it_behind()
    {
        Assert.SkipUnless(Screen.IsThere, NoTerminal);
        using var screen = await Screen.ShowAsync(
            sandbox, 200, "", ["map", "--loads", "sequential", "--pressures", "calm,churn", "--verbosity", "detailed", "--output", "run", .. Profiles.Figures]);
        await screen.UntilAsync("pair 1 ended after");
        var filling = Lines(await screen.TextAsync());
        var ended = Lines(await screen.EndAsync());

        // It may be looked at just when the drawing is blank.
        Assert.InRange(filling.Count(line => line == Title), 0, 1);
        Assert.DoesNotContain(filling.SkipWhile(line => line != Title), IsOfLog);
        // Figures alone are no map, so what was drawn while it filled is gone.
        Assert.DoesNotContain(ended, line => line == Title);
        Assert.DoesNotContain(ended, line => line.Contains("measuring", StringComparison.Ordinal));
        Assert.All(new[] { "/calm/", "/churn/" }, cell => Assert.Single(ended, line => line.StartsWith("INF ", StringComparison.Ordinal) && line.Contains(cell, StringComparison.Ordinal) && EndOfPair().IsMatch(line)));

        static string[] Lines(string shown) => [.. shown.Split('\n').Select(line => line.Trim())];

        static bool IsOfLog(string line) => line.StartsWith("INF ", StringComparison.Ordinal) || line.StartsWith("WRN ", StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("CI=true")]
    [InlineData("TERM=dumb")]
    public async Task On_a_build_server_and_where_nothing_can_be_redrawn_progress_is_a_line_for_each_pair(string environment)
    {
        Assert.SkipUnless(Screen.IsThere, NoTerminal);
        using var screen = await Screen.ShowAsync(
            sandbox, 80, environment, "run", sandbox.Write("tiny.json", Profiles.FiguresOf(2, Profiles.AwaitPair)), "--traces", "none", "--output", "run");
        var ended = await screen.EndAsync();

        Assert.Contains("pair 1/2 done", ended, StringComparison.Ordinal);
        Assert.Contains("pair 2/2 done", ended, StringComparison.Ordinal);
        // A line that is redrawn also says which pair has begun.
        Assert.All(ended.Split('\n').Where(line => line.Contains("pair ", StringComparison.Ordinal)), line => Assert.Contains(" done", line, StringComparison.Ordinal));
    }

    // What the terminal was asked for, by the numbers of ECMA-48: 1 is bold, those from 30 on are colours.
    private static IEnumerable<int> Decorations(string shown) =>
        Decoration().Matches(shown)
            .SelectMany(match => match.Groups[1].Value.Split(';', StringSplitOptions.RemoveEmptyEntries))
            .Select(number => int.Parse(number, CultureInfo.InvariantCulture));

    [GeneratedRegex(@"\x1b\[([0-9;]*)m")]
    private static partial Regex Decoration();

    // Nothing of the drawing stands behind it.
    [GeneratedRegex(@" pair 1 ended after [0-9.]+ s$")]
    private static partial Regex EndOfPair();

    [GeneratedRegex(@"^await-value-task (wins|loses|is [a-z]+): [0-9.]+ \[[0-9.]+, [0-9.]+\], ")]
    private static partial Regex Sentence();
}
