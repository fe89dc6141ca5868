using System.CommandLine;
using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Help;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What a command says of itself.</summary>
public class HelpTests
{
    /// <summary>Every command that is for people.</summary>
    internal static IReadOnlyList<Command> Commands { get; } = [.. Parser().Subcommands.Where(command => !command.Hidden)];

    public static TheoryData<string> Names { get; } = [.. Commands.Select(command => command.Name)];

    /// <summary>The parser of the program.</summary>
    internal static RootCommand Parser()
    {
        var nowhere = new Terminal(TextWriter.Null, TextWriter.Null, false, false, false);
        return CommandLine.Create(
            new CliServices(nowhere, _ => Task.FromResult(TestCatalogue.Own), () => null, () => null, _ => Task.FromResult(CommandRun.Sound), ""), new StyleOptions(nowhere));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Help_of_every_command_begins_with_a_summary_and_ends_with_examples_of_it_that_parse(string command)
    {
        var run = await CommandRun.Of(command, "--help");
        Assert.Equal((ExitCode.Ok, ""), (run.Code, run.Error));
        var known = Commands.Single(one => one.Name == command);
        // Long ones are wrapped.
        Assert.Contains(known.Description!, string.Join(' ', run.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)), StringComparison.Ordinal);
        Assert.Matches("[.?]$", known.Description);
        Assert.Contains("--no-color", run.Output, StringComparison.Ordinal);
        var shown = run.Output[run.Output.IndexOf("Examples:", StringComparison.Ordinal)..]
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)[1..].Select(line => line.Trim()).Where(line => line.Length > 0).ToList();
        Assert.NotEmpty(shown);
        Assert.All(shown, line => Assert.StartsWith($"asyncload {command}", line, StringComparison.Ordinal));
        Assert.All(shown, line => Assert.Empty(Parser().Parse(line["asyncload ".Length..]).Errors));
    }

    [Fact]
    public async Task Help_of_the_program_shows_an_example_of_every_command()
    {
        var run = await CommandRun.Of("--help");
        Assert.Equal(ExitCode.Ok, run.Code);
        var examples = run.Output[run.Output.IndexOf("Examples:", StringComparison.Ordinal)..];
        Assert.All(Commands, command => Assert.Contains($"  asyncload {command.Name}", examples, StringComparison.Ordinal));
        Assert.InRange(run.Output.IndexOf("\nCommands:", StringComparison.Ordinal), 1, run.Output.IndexOf("\nOutput:", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Every_option_stands_under_a_heading_that_says_what_it_is_about(string command)
    {
        var help = (await CommandRun.Of(command, "--help")).Output;

        Assert.DoesNotContain(OptionGroups.Others, help, StringComparison.Ordinal);
        Assert.All(
            Commands.Single(one => one.Name == command).Options.Where(option => !option.Hidden),
            option => Assert.Matches($@"(?m)^  (-., )*{option.Name}\b", help));
    }

    [Theory]
    [InlineData("run")]
    [InlineData("compare")]
    [InlineData("map")]
    [InlineData("analyze")]
    public async Task Help_of_the_long_commands_reads_as_approved(string command) =>
        Approval.Matches((await CommandRun.Of(command, "--help")).Output.Replace($"  {RootCommand.ExecutableName} ", "  asyncload ", StringComparison.Ordinal), $"help.{command}.txt");

    [Fact]
    public async Task Every_default_is_written_in_one_way_and_beside_what_it_is_the_default_of()
    {
        var all = await Task.WhenAll(Commands.Select(async command => (await CommandRun.Of(command.Name, "--help")).Output));

        Assert.All(all, help => Assert.DoesNotContain("[default", help, StringComparison.Ordinal));
        Assert.Contains(all, help => help.Contains("created when absent (default asyncload)", StringComparison.Ordinal));
        Assert.Contains(all, help => help.Contains("may be given again (default sequential)", StringComparison.Ordinal));
        var root = (await CommandRun.Of("--help")).Output;
        Assert.DoesNotContain("default", root[root.IndexOf("Commands:", StringComparison.Ordinal)..root.IndexOf("Output:", StringComparison.Ordinal)], StringComparison.Ordinal);
    }

    [Fact]
    public void Every_argument_and_option_is_described()
    {
        foreach (var command in Commands)
        {
            Assert.All(command.Arguments, argument => Assert.False(string.IsNullOrEmpty(argument.Description), $"{command.Name} <{argument.Name}>"));
            Assert.All(command.Options, option => Assert.False(string.IsNullOrEmpty(option.Description), $"{command.Name} {option.Name}"));
        }
    }
}
