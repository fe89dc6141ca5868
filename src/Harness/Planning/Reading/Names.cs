using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>Refuses a second entry of the same name in one list: their ids would be the same.</summary>
/// <param name="errors">Receives what is wrong.</param>
/// <param name="what">What the entries are, in words for messages.</param>
internal sealed class Distinct(ProfileErrors errors, string what)
{
    private readonly HashSet<string> seen = new(StringComparer.Ordinal);

    /// <summary>Checks all entries of a list.</summary>
    public void Check(IEnumerable<JsonMember> entries, Func<JsonMember, string?> name)
    {
        foreach (var entry in entries) Check(entry.Value.At, name(entry));
    }

    /// <summary>Checks one more entry; one without a name has been reported already.</summary>
    public void Check(Place at, string? name)
    {
        if (name is not null && !seen.Add(name)) errors.Add(at, $"duplicate {what} {Printable.Quote(name)}");
    }
}

/// <summary>Refuses one name for two different things anywhere in a profile: reports would show them as one.</summary>
/// <typeparam name="T">What has the name; compared by value.</typeparam>
/// <param name="errors">Receives what is wrong.</param>
/// <param name="what">What it is, in words for messages.</param>
internal sealed class NamedSettings<T>(ProfileErrors errors, string what)
    where T : notnull
{
    private readonly Dictionary<string, T> known = new(StringComparer.Ordinal);

    /// <summary>Makes a name known that is not in the profile.</summary>
    public void Reserve(string name, T settings) => known.Add(name, settings);

    /// <summary>Checks a name and makes it known.</summary>
    public void Check(Place at, string name, T settings)
    {
        if (known.TryAdd(name, settings) || known[name].Equals(settings)) return;
        errors.Add(at, $"{what} {Printable.Quote(name)} has other values elsewhere; give this one another name");
    }
}

/// <summary>Finds names as people type them: as in code, in another letter case, without hyphens.</summary>
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

    /// <summary>The variant that is meant: its id, or its method as code writes it, or else the only one of the same letters. Null when there is none, or several may be meant.</summary>
    public static string? Variant(string name, WorkloadDescription workload)
    {
        var named = workload.Variants.FirstOrDefault(variant => variant.Id == name);
        var methods = workload.Variants.Where(variant => variant.Declared?.Method == name).ToList();
        // Of methods that differ in letter case or underscores alone, the first has the id that others are written like.
        if (named is not null) return methods.Count == 0 || methods.Contains(named) ? name : null;
        return methods.Count > 0 ? methods is [var only] ? only.Id : null : Find(name, [.. workload.Variants.Select(variant => variant.Id)]);
    }

    /// <summary>Whether code writes a method of the workload so.</summary>
    public static bool IsMethod(string name, WorkloadDescription workload) => workload.Variants.Any(variant => variant.Declared?.Method == name);

    /// <summary>Says which variants a name may mean, where it may mean several; null otherwise.</summary>
    public static string? Unclear(string name, WorkloadDescription workload)
    {
        string[] ids = [.. workload.Variants.Where(variant => variant.Id == name || variant.Declared?.Method == name).Select(variant => variant.Id)];
        return ids.Length > 1 ? $"{Printable.Quote(name)} may mean several variants of {Printable.Quote(workload.Id)}: write {Suggestion.Choice(ids)}" : null;
    }

    /// <summary>
    /// The benchmark class of a full name, <c>global::Shop.Orders</c>: never another one with its short name, nor a built-in workload. Without the prefix, the only
    /// one whose full name ends so: <c>Outer.Inner</c>. Null for other names.
    /// </summary>
    private static WorkloadDescription? FindClass(string name, IEnumerable<WorkloadDescription> known)
    {
        if (name.StartsWith(Global, StringComparison.Ordinal)) return known.FirstOrDefault(workload => Dotted(workload.ClassName) == Dotted(name[Global.Length..]));
        return name.Contains('.') || name.Contains('+') ? known.Where(workload => $".{Dotted(workload.ClassName)}".EndsWith($".{Dotted(name)}", StringComparison.Ordinal)).Take(2).ToArray() is [var only] ? only : null : null;
    }

    /// <summary>The workload that is meant; null when there is none.</summary>
    public static WorkloadDescription? Workload(string name, IReadOnlyList<WorkloadDescription> known)
    {
        if ((FindClass(name, known) ?? known.FirstOrDefault(workload => workload.Id == name)) is { } named) return named;
        // As C# writes it, a class comes before a built-in workload of the same letters: Cache and cache.
        if (Classes(name, known) is { Count: > 0 } classes) return classes is [var only] ? only : null;
        var id = Find(name, [.. known.Select(workload => workload.Id)]);
        return known.FirstOrDefault(workload => workload.Id == id);
    }

    /// <summary>The benchmark classes that code writes like a name, where it is no id. Code writes a nested class with the one around it, so it comes after others.</summary>
    public static IReadOnlyList<WorkloadDescription> Classes(string name, IReadOnlyList<WorkloadDescription> known)
    {
        if (known.Any(workload => workload.Id == name)) return [];
        List<WorkloadDescription> called = [.. known.Where(workload => ShortName(workload) == name)];
        return called.FindAll(workload => !IsNested(workload)) is { Count: > 0 } outer ? outer : called;
    }

    /// <summary>Ids to choose from, those of plug-ins first: a plug-in is named for one of its classes.</summary>
    public static IReadOnlyList<string> Offered(IReadOnlyList<WorkloadDescription> known) => [.. known.OrderBy(workload => workload.Plugin is null).Select(workload => workload.Id)];

    /// <summary>A benchmark class whose short name has the letters of a name; null when there is none.</summary>
    public static WorkloadDescription? ClassLike(string name, IEnumerable<WorkloadDescription> known) =>
        known.FirstOrDefault(workload => ShortName(workload) is { } own && Letters(own) == Letters(name));

    /// <summary>Whether a pattern matches a whole name in any letter case, with or without hyphens.</summary>
    public static bool Matches(string glob, string name) => Glob.Matches(Joined(glob), Joined(name));

    // Reflection writes Shop.Outer+Cache`1[System.Int32].
    private static string? ShortName(WorkloadDescription workload) => workload.ClassName?.Split('[')[0].Split('.', '+')[^1].Split('`')[0];

    private static bool IsNested(WorkloadDescription workload) => workload.ClassName?.Split('[')[0].Contains('+') == true;

    // Reflection writes a plus before a nested class, C# a dot.
    private static string? Dotted(string? name) => name?.Replace('+', '.');

    private static string Joined(string name) => string.Concat(name.Where(letter => letter is not ('-' or '_')).Select(char.ToUpperInvariant));

    // Code and files join words with signs of ASCII. With any other sign it is another name.
    private static string Letters(string name) =>
        string.Concat(name.Where(letter => !char.IsAscii(letter) || char.IsAsciiLetterOrDigit(letter)).Select(char.ToUpperInvariant));
}
