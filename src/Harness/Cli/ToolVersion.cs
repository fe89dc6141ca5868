using System.Reflection;

namespace AsyncLoad.Harness.Cli;

/// <summary>The version of this program.</summary>
internal static class ToolVersion
{
    public static string Current { get; } =
        typeof(ToolVersion).Assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion ?? "unknown";
}
