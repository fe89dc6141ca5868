using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Reporting.Markup;

namespace AsyncLoad.Reporting.Html;

/// <summary>
/// The look of a page, and the script that sorts and filters its tables: constants of the program, allowed only by their hashes. The script
/// makes its own controls, so that a page without scripts shows none, and writes text only, so that names stay names.
/// </summary>
internal static class PageCode
{
    /// <summary>The style sheet.</summary>
    public static string Style { get; } = EmbeddedText.Read(typeof(PageCode).Assembly, "report.css");

    /// <summary>The script, without characters that are markup.</summary>
    public static string Script { get; } = EmbeddedText.Read(typeof(PageCode).Assembly, "report.js");

    /// <summary>The hash of a script or a style sheet, as policies spell it: <c>sha256-…</c>.</summary>
    public static string HashOf(string text) => $"sha256-{Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)))}";
}
