using System.Text.RegularExpressions;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;

namespace AsyncLoad.Harness.Planning;

/// <summary>A side on the command line, <c>commit=main,gc.server=true</c>, as the object that a profile would have in its place.</summary>
internal static partial class SideArgument
{
    /// <summary>The object. Unknown members stay in it, so that the reader of profiles reports them.</summary>
    /// <param name="option">The option, as errors show it.</param>
    /// <param name="written">What was typed.</param>
    /// <param name="variant">The variant, unless the side names one; null for none.</param>
    public static JsonTree.Object Tree(string option, string written, string? variant)
    {
        var at = new Place(option);
        var side = new JsonTree.Object(at, []);
        foreach (var part in Separator().Split(written).Where(part => part.Length > 0)) side = With(side, at, part.Split('=', 2));
        return variant is null || side["variant"] is not null ? side : side.With("variant", new JsonTree.Text(at, variant));
    }

    /// <summary>What sets nothing, GC settings without their prefix, what is set twice, parameters without a value, and variables without one: nothing says whether they are meant to be empty.</summary>
    public static IEnumerable<string> Mistakes(string written) =>
    [
        .. from part in Separator().Split(written)
           where part.Length > 0 && !part.Contains('=', StringComparison.Ordinal) && part.Split('.')[0] is not ("gc" or "env" or "parameter")
           select $"{Printable.Quote(part)} sets nothing: write commit={Printable.Text(part)} for a commit, or variant={Printable.Text(part)} for a variant",
        .. from part in Separator().Split(written)
           let named = part.Split('=', 2)
           where named.Length > 1 && SideReader.Members.All(member => member.Name != named[0])
           let setting = GcSettingsReader.OfVariable(named[0])
           where setting is not null && !named[0].Contains('.', StringComparison.Ordinal)
           select $"{Printable.Quote(named[0])} is a GC or JIT setting: write gc.{setting}={Printable.Text(named[1])}",
        .. Names(written).GroupBy(name => name, StringComparer.Ordinal).Where(same => same.Skip(1).Any()).Select(same => $"{Printable.Quote(same.Key)} is set twice: leave out one of them"),
        .. from part in Separator().Split(written)
           where part.Split('.', 2) is ["env" or "parameter", _] && !part.Contains('=', StringComparison.Ordinal)
           let empty = part.StartsWith("env.", StringComparison.Ordinal) ? $", or {Printable.Text(part)}= for an empty one" : ""
           select $"{Printable.Quote(part)} has no value: write {Printable.Text(part)}=VALUE{empty}",
    ];

    /// <summary>What a side sets, each as often as it stands there: "commit", "gc.server", "package=" and a name in small letters, since NuGet takes any letter case.</summary>
    public static IEnumerable<string> Names(string written) =>
        Separator().Split(written).Select(part => part.StartsWith("package=", StringComparison.Ordinal) ? part[..Math.Max(part.IndexOf('=', "package=".Length), 0)].ToLowerInvariant() : part.Split('=', 2)[0]).Where(name => name.Length > 0);

    private static JsonTree.Object With(JsonTree.Object side, Place at, string[] part)
    {
        var value = part.Length > 1 ? part[1] : "";
        return part[0].Split('.', 2) switch
        {
            ["gc", var setting] => Into(side, at, "gc", setting, new Override(part[0], value).ValueAt(at)),
            ["env", var variable] => Into(side, at, "env", variable, new JsonTree.Text(at, value)),
            ["parameter", var parameter] => Into(side, at, "parameters", parameter, new JsonTree.Text(at, value)),
            ["package"] when value.Split('=', 2) is [var name, var version] => Into(side, at, "packages", name, new JsonTree.Text(at, version)),
            _ => side.With(part[0], part.Length > 1 ? new JsonTree.Text(at, value) : new JsonTree.Flag(at, Value: true)),
        };
    }

    private static JsonTree.Object Into(JsonTree.Object side, Place at, string section, string name, JsonTree value) =>
        side.With(section, (side[section] as JsonTree.Object ?? new JsonTree.Object(at, [])).With(name, value));

    // A comma is part of a value unless another setting follows it.
    [GeneratedRegex(@",(?=[A-Za-z]+(?:\.[^=,]+)?=)")]
    private static partial Regex Separator();
}
