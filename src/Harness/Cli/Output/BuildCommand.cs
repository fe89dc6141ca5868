using AsyncLoad.Harness.Planning;

namespace AsyncLoad.Harness.Cli.Output;

/// <summary>A line that a build service acts on. Only its own methods make one, and they escape its texts by the rules of that service.</summary>
internal sealed class BuildCommand
{
    private BuildCommand(string written) => Written = written;

    /// <summary>The line.</summary>
    public string Written { get; }

    /// <summary>An annotation of GitHub.</summary>
    /// <param name="weight"><c>error</c> or <c>warning</c>, a constant of the program.</param>
    /// <param name="title">What it is about.</param>
    /// <param name="text">What happened.</param>
    public static BuildCommand OfGitHub(string weight, string title, string text) =>
        new($"::{weight} title={Encoded(title, ("%", "%25"), (":", "%3A"), (",", "%2C"))}::{Encoded(text, ("%", "%25"))}");

    /// <summary>An issue of Azure's log.</summary>
    /// <param name="weight"><c>error</c> or <c>warning</c>, a constant of the program.</param>
    /// <param name="text">What happened.</param>
    public static BuildCommand OfAzure(string weight, string text) => new($"##vso[task.logissue type={weight}]{Encoded(text, ("%", "%AZP25"))}");

    // The percent sign comes first, or the codes of the others would be encoded too. No line end is left to encode.
    private static string Encoded(string text, params ReadOnlySpan<(string Special, string Code)> codes)
    {
        text = Printable.Text(text);
        foreach (var (special, code) in codes) text = text.Replace(special, code, StringComparison.Ordinal);
        return text;
    }
}
