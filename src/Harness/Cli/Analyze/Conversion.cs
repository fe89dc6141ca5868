using System.CommandLine;
using System.CommandLine.Completions;
using System.CommandLine.Parsing;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Tracing.Files;
using AsyncLoad.Tracing.Library;

namespace AsyncLoad.Harness.Cli.Analyze;

/// <summary>What a trace is to be converted to, and where that goes.</summary>
internal sealed record Conversion(TraceTarget Target, string Into)
{
    private static readonly (string Word, TraceTarget Target)[] Targets =
        [("speedscope", TraceTarget.Speedscope), ("etlx", TraceTarget.Etlx), ("chromium", TraceTarget.Chromium)];

    /// <summary>The word for what it becomes.</summary>
    public string Word => Targets.Single(entry => entry.Target == Target).Word;

    /// <summary><c>--convert FORMAT OUT</c>. <c>analyze</c> passes it on to the process that reads the trace.</summary>
    public static Option<Conversion?> Option()
    {
        var words = Targets.Select(entry => entry.Word).ToArray();
        var option = new Option<Conversion?>("--convert")
        {
            Description = "convert the trace instead of analysing it",
            HelpName = $"{string.Join('|', words)}> <OUT",
            Arity = new ArgumentArity(2, 2),
            AllowMultipleArgumentsPerToken = true,
            CustomParser = Parse,
        };
        option.CompletionSources.Clear();
        // The second word is a file, which the shell completes.
        option.CompletionSources.Add(context => context.ParseResult.GetResult(option) is { Tokens: [var first, ..] } && words.Contains(first.Value) && first.Value != context.WordToComplete
            ? []
            : words.Select(word => new CompletionItem(word)));
        return option;
    }

    /// <summary>The option as command-line words, with another output file.</summary>
    public IEnumerable<string> Line(string into) => ["--convert", Word, into];

    /// <summary>Writes the file under a temporary name and renames it: an existing file is replaced by a complete one, or stays.</summary>
    /// <param name="convert">Writes the converted trace to the path that it is given.</param>
    /// <exception cref="CommandFailedException">It cannot be written.</exception>
    public async Task WriteAsync(Func<string, Task> convert)
    {
        try
        {
            await WholeFile.WriteAsync(Into, convert);
        }
        catch (Exception problem) when (problem is (IOException and not NoPrivateDirectoryException) or UnauthorizedAccessException)
        {
            throw new CommandFailedException(ExitCode.OutputUnwritable, $"cannot write {Into}: {FileProblem.Cause(problem)}; choose another file with --convert {Word} FILE");
        }
    }

    private static Conversion? Parse(ArgumentResult result)
    {
        if (result.Tokens is not [var word, var into]) return null;
        if (Targets.Where(entry => entry.Word == word.Value).ToArray() is [var (_, target)]) return new Conversion(target, into.Value);
        result.AddError(Suggestion.Unknown("value of --convert:", word.Value, [.. Targets.Select(entry => entry.Word)]));
        return null;
    }
}
