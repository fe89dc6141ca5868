using System.Reflection;

namespace AsyncLoad.Host.Plugins;

/// <summary>What went wrong in a plug-in, in words that go on after its name or that of a part of it.</summary>
internal static class PluginFault
{
    /// <summary>The words for an exception.</summary>
    public static string Reason(Exception exception) => exception switch
    {
        PluginRefusedException => exception.Message,
        TargetInvocationException { InnerException: { } inner } => Reason(inner),
        TypeInitializationException { InnerException: { } inner } => Reason(inner),
        ReflectionTypeLoadException { LoaderExceptions: [{ } first, ..] } => Reason(first),
        FileNotFoundException { FileName: { } file } => Missing(file),
        FileLoadException { FileName: { } file } => Missing(file),
        MissingMemberException or TypeLoadException => $"it was built against another version of what it depends on: {exception.Message}",
        _ => $"{exception.GetType().FullName}: {exception.Message}",
    };

    // "Name, Version=…" for assemblies, a path for files.
    private static string Missing(string file) =>
        $"it needs {file.Split(',')[0]}, which does not lie beside it: name its project with --project, or publish it";
}
