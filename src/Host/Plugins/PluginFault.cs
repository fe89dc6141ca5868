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
    private static string Missing(string file)
    {
        var name = file.Split(',')[0];
        return IsOfAspNetCore(name) && SharedFramework.Installed(SharedFramework.Shared, SharedFramework.AspNetCore) is null
            ? FormattableString.Invariant(
                $"it needs {name}, and {SharedFramework.AspNetCore} of .NET {Environment.Version.Major}.{Environment.Version.Minor} is not in {SharedFramework.Shared}: install the ASP.NET Core runtime there, or publish it with what it needs")
            : $"it needs {name}, which does not lie beside it: name its project with --project, or publish it";
    }

    // Some of the latter are packages alone, which publishing it brings along too.
    private static bool IsOfAspNetCore(string name) =>
        name.StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal) || name.StartsWith("Microsoft.Extensions.", StringComparison.Ordinal);
}
