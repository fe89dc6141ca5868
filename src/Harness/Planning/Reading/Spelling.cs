using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Names as people type them: of code, in other letter case, without hyphens.</summary>
internal static class Spelling
{
    private const string Global = "global::";

    /// <summary>The known name that is meant: the same, or else the only one of the same letters and digits; null when there is none.</summary>
    public static string? Find(string name, IReadOnlyCollection<string> known)
    {
        if (known.Contains(name)) return name;
        var letters = Letters(name);
        return letters.Length > 0 && known.Where(candidate => Letters(candidate) == letters).Take(2).ToArray() is [var only] ? only : null;
    }

    /// <summary>The benchmark class of a name in full, <c>global::Shop.Orders</c>: never another one of its short name, nor a built-in workload. Null for other names.</summary>
    public static WorkloadDescription? FindClass(string name, IEnumerable<WorkloadDescription> known) =>
        name.StartsWith(Global, StringComparison.Ordinal) ? known.FirstOrDefault(workload => workload.ClassName == name[Global.Length..]) : null;

    // Code and files join words by signs of ASCII; any other sign is no way to write the same name.
    private static string Letters(string name) =>
        string.Concat(name.Where(letter => !char.IsAscii(letter) || char.IsAsciiLetterOrDigit(letter)).Select(char.ToUpperInvariant));
}
