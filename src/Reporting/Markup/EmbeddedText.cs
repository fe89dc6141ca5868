using System.Reflection;

namespace AsyncLoad.Reporting.Markup;

/// <summary>Style sheets, scripts and other texts. Each is a file beside the code that uses it, and is embedded in its assembly.</summary>
public static class EmbeddedText
{
    /// <summary>The text of a file, with <c>\n</c> between lines on every system.</summary>
    /// <param name="assembly">The assembly that holds it.</param>
    /// <param name="name">Name of the file.</param>
    /// <exception cref="ArgumentException">There is no such file.</exception>
    public static string Read(Assembly assembly, string name)
    {
        using var stream = assembly.GetManifestResourceStream(name) ?? throw new ArgumentException($"{assembly.GetName().Name} holds no {name}", nameof(name));
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
