using System.CommandLine;
using System.Text.Json.Nodes;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Model;

namespace AsyncLoad.Harness.Cli.Completions;

/// <summary><c>completions &lt;shell&gt;</c>: a script that lets a shell complete commands, options and words, by asking this program.</summary>
internal sealed class CompletionsCommand(CliServices services)
{
    // Each asks with the line as it stands and the place of the cursor in it; file names are completed where the program has nothing to offer.
    private static readonly (string Shell, string Script)[] Scripts =
    [
        ("bash", """
            # asyncload completions bash >> ~/.bashrc
            _asyncload() {
              local line="${COMP_LINE:0:COMP_POINT}"
              mapfile -t COMPREPLY < <(asyncload "[suggest:${#line}]" "$line" 2> /dev/null)
            }
            complete -o default -F _asyncload asyncload
            """),
        ("zsh", """
            #compdef asyncload
            # asyncload completions zsh > ~/.zfunc/_asyncload, in a folder of $fpath
            _asyncload() {
              local line="${BUFFER[1,CURSOR]}"
              local -a found
              found=("${(@f)$(asyncload "[suggest:${#line}]" "$line" 2> /dev/null)}")
              if (( ${#found[@]} && ${#found[1]} )); then compadd -- "${found[@]}"; else _files; fi
            }
            compdef _asyncload asyncload
            # The first Tab of a session loads this file as the body of the function, and asks it at once.
            if [[ "$funcstack[1]" = _asyncload ]]; then _asyncload; fi
            """),
        ("fish", """
            # asyncload completions fish > ~/.config/fish/completions/asyncload.fish
            function __asyncload_complete
              set -l line (commandline --cut-at-cursor)
              asyncload "[suggest:"(string length -- "$line")"]" "$line" 2> /dev/null
            end
            complete --command asyncload --arguments '(__asyncload_complete)'
            """),
        ("pwsh", """
            # asyncload completions pwsh >> $PROFILE
            Register-ArgumentCompleter -Native -CommandName asyncload -ScriptBlock {
              param($word, $line, $cursor)
              $typed = "$line".PadRight($cursor).Substring(0, $cursor)
              asyncload "[suggest:$cursor]" $typed 2> $null |
                ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
            }
            """),
    ];

    /// <summary>The shells there are scripts for.</summary>
    public static IReadOnlyList<string> Shells { get; } = [.. Scripts.Select(entry => entry.Shell)];

    /// <summary>The command as the parser knows it.</summary>
    public Command Create(StyleOptions style)
    {
        var shell = new Argument<string>("shell") { Description = string.Join(", ", Shells) };
        shell.AcceptOnlyFromAmong([.. Shells]);
        var command = new ExampleCommand(
            "completions",
            "Print a script for shell completion.",
            "completions bash") { shell };
        command.SetAction(parsed => Print(parsed.GetRequiredValue(shell), style.Of(parsed)));
        return command;
    }

    private int Print(string shell, OutputStyle style)
    {
        var script = Scripts.Single(entry => entry.Shell == shell).Script;
        services.Terminal.Output.WriteLine(style.Format == OutputFormat.Json ? new JsonObject { ["shell"] = shell, ["script"] = script }.ToJsonString(ModelJson.Indented.Options) : script);
        return (int)ExitCode.Ok;
    }
}
