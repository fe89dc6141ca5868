using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The scripts of <c>completions</c> in the shells that are here.</summary>
public sealed class CompletionsTests : IDisposable
{
    private readonly Sandbox sandbox = new();

    private static string? Zsh => new[] { "/bin/zsh", "/usr/bin/zsh" }.FirstOrDefault(path => File.Exists(path));

    public void Dispose() => sandbox.Dispose();

    [Theory]
    [InlineData("asyncload comp", "compare completions")]
    [InlineData("asyncload run x.json --trac", "--traces")]
    [InlineData("asyncload run x.json --traces ", "all none one")]
    [InlineData("asyncload completions z", "zsh")]
    public async Task Bash_completes_what_the_program_knows(string line, string expected)
    {
        Assert.SkipUnless(File.Exists("/bin/bash"), "there is no bash here");
        var script = sandbox.Write("completions.sh", (await Asyncload.RunAsync(sandbox, "completions", "bash")).Expect(0).Output);
        var program = Path.Combine(Repository.ProgramFolder, "asyncload.dll");
        var asked = sandbox.Write("asked.sh", $$"""
            asyncload() { "{{Repository.Muxer}}" "{{program}}" "$@"; }
            source "{{script}}"
            COMP_LINE='{{line}}' COMP_POINT={{line.Length}}
            _asyncload
            printf '%s\n' "${COMPREPLY[@]}" | sort | paste -sd ' '
            complete -p asyncload
            """);

        using var bash = RunningProgram.Start(sandbox, "/bin/bash", [asked], []);
        var ended = (await bash.EndAsync()).Expect(0);

        Assert.Equal([expected, "complete -o default -F _asyncload asyncload"], ended.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(text => text.Trim()));
    }

    [Fact]
    public async Task Zsh_completes_at_the_first_tab_of_a_session_and_at_the_next()
    {
        Assert.SkipUnless(Zsh is not null, "zsh is not installed (apt-get install zsh)");
        sandbox.Write("_asyncload", (await Asyncload.RunAsync(sandbox, "completions", "zsh")).Expect(0).Output);
        var program = Path.Combine(Repository.ProgramFolder, "asyncload.dll");
        // What the line editor brings along is stood in for; the file is loaded as compinit has it loaded, by the first call of its function.
        var asked = sandbox.Write("asked.zsh", $$"""
            asyncload() { "{{Repository.Muxer}}" "{{program}}" "$@"; }
            compdef() { :; }
            compadd() { shift; print -r -- "${(o)@}"; }
            _files() { print -r -- files; }
            fpath=("{{sandbox.Folder}}" $fpath)
            autoload -Uz _asyncload
            BUFFER='asyncload comp' CURSOR=14
            _asyncload
            _asyncload
            """);

        using var zsh = RunningProgram.Start(sandbox, Zsh!, ["-f", asked], []);
        var ended = (await zsh.EndAsync()).Expect(0);

        Assert.Equal(["compare completions", "compare completions"], ended.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(text => text.Trim()));
    }

    [Fact]
    public async Task A_shell_without_a_script_is_refused_with_those_that_have_one()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "completions", "tcsh")).Expect(4);
        Assert.Contains("bash", ended.Error, StringComparison.Ordinal);
    }
}
