using System.Text;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Names of code as ids: <c>HttpClientReads</c> becomes <c>http-client-reads</c>. Characters other than letters and digits separate words.</summary>
internal static class KebabCase
{
    private const int Longest = 80;

    /// <summary>The id; never empty, at most 80 characters.</summary>
    public static string Of(string name)
    {
        var id = new StringBuilder();
        for (var i = 0; i < name.Length && id.Length < Longest; i++)
        {
            if (!char.IsLetterOrDigit(name[i]))
            {
                if (id.Length > 0 && id[^1] != '-') id.Append('-');
                continue;
            }

            if (BeginsWord(name, i) && id.Length > 0 && id[^1] != '-') id.Append('-');
            id.Append(char.ToLowerInvariant(name[i]));
        }

        return id.ToString().Trim('-') is { Length: > 0 } found ? found : "unnamed";
    }

    /// <summary>The id, with a number behind it where others have it already; it is added to them.</summary>
    public static string Unique(string id, ISet<string> taken)
    {
        if (taken.Add(id)) return id;
        for (var number = 2; ; number++)
        {
            var numbered = string.Create(System.Globalization.CultureInfo.InvariantCulture, $"{id}-{number}");
            if (taken.Add(numbered)) return numbered;
        }
    }

    // "IOTask" becomes "io-task": the last of several capitals begins the next word.
    private static bool BeginsWord(string name, int at)
    {
        if (at == 0 || !char.IsUpper(name[at])) return false;
        return !char.IsUpper(name[at - 1]) || (at + 1 < name.Length && char.IsLower(name[at + 1]));
    }
}
