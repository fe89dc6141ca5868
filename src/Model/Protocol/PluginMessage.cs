using System.Globalization;
using AsyncLoad.Model.Plans;

namespace AsyncLoad.Model.Protocol;

/// <summary>Plug-ins as fields of a message, and back.</summary>
internal static class PluginMessage
{
    public static MessageLine WithPlugins(this MessageLine line, PluginSet? plugins)
    {
        if (plugins is null) return line;
        for (var index = 0; index < plugins.Files.Count; index++)
        {
            var (name, file) = (Name(index), plugins.Files[index]);
            line.With(name, file.Path).With(name + ".bytes", file.Bytes).With(name + ".sha256", file.Sha256);
        }

        return line
            .With("plugins", plugins.Files.Count)
            .With("plugins.sharedInstance", plugins.SharedInstance)
            .With("plugins.ignoreValues", plugins.IgnoreValues);
    }

    public static PluginSet? ReadPlugins(this MessageFields fields) => fields.NumberOrNull("plugins") is not { } count ? null : new PluginSet(
        [.. Enumerable.Range(0, (int)count).Select(Name).Select(name =>
            new PluginFile(fields.Text(name), fields.Number(name + ".bytes"), fields.Text(name + ".sha256")))],
        fields.Flag("plugins.sharedInstance"),
        fields.Flag("plugins.ignoreValues"));

    private static string Name(int index) => string.Create(CultureInfo.InvariantCulture, $"plugin.{index}");
}
