using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>Facts about the file of a plug-in, read without loading it.</summary>
internal sealed record PluginHeader(bool Optimized)
{
    private const string NetCore = ".NETCoreApp,Version=v";
    private const string NetStandard = ".NETStandard,";
    private const string NoAssembly = "it is not a .NET assembly";

    // Namespaces of what coverlet and Microsoft's coverage write into an assembly, to count each line that runs.
    private static readonly string[] Counters = ["Coverlet.Core.Instrumentation.Tracker", "Microsoft.CodeCoverage.Instrumentation"];

    // DebuggableAttribute.DebuggingModes.DisableOptimizations
    private const int OptimizationsDisabled = 0x100;

    private static readonly AssemblyName Contract = typeof(Workload).Assembly.GetName();

    /// <summary>Reads a file.</summary>
    /// <exception cref="PluginRefusedException">It is no plug-in for this process.</exception>
    public static PluginHeader Read(string path)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            if (!file.HasMetadata) throw new PluginRefusedException(NoAssembly);
            var metadata = file.GetMetadataReader();
            if (!metadata.IsAssembly) throw new PluginRefusedException("it is a module and not a .NET assembly");
            RefuseOtherFramework(metadata);
            RefuseOtherContract(metadata);
            return new PluginHeader(IsOptimized(metadata));
        }
        catch (BadImageFormatException)
        {
            throw new PluginRefusedException(NoAssembly);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new PluginRefusedException($"it cannot be read: {exception.Message}");
        }
    }

    /// <summary>Whether an assembly was built with optimisation. One that cannot be read counts as optimised: loading it fails, and says why.</summary>
    public static bool IsOptimized(string path) => !Says(path, metadata => !IsOptimized(metadata));

    /// <summary>Whether a tool for code coverage has written counters into an assembly. One that cannot be read counts as without.</summary>
    public static bool IsCovered(string path) => Says(path, metadata => metadata.TypeDefinitions
        .Select(type => metadata.GetString(metadata.GetTypeDefinition(type).Namespace))
        .Any(space => Counters.Any(counter => space.StartsWith(counter, StringComparison.Ordinal))));

    private static bool Says(string path, Predicate<MetadataReader> asked)
    {
        try
        {
            using var file = new PEReader(File.OpenRead(path));
            return file.HasMetadata && asked(file.GetMetadataReader());
        }
        catch (Exception exception) when (exception is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static void RefuseOtherFramework(MetadataReader metadata)
    {
        if (Attribute(metadata, "System.Runtime.Versioning.TargetFrameworkAttribute") is not { } blob) return;
        var framework = blob.ReadSerializedString() ?? "";
        if (framework.StartsWith(NetStandard, StringComparison.Ordinal)) return;
        var runtime = new Version(Environment.Version.Major, Environment.Version.Minor);
        if (!framework.StartsWith(NetCore, StringComparison.Ordinal) || !Version.TryParse(framework.AsSpan(NetCore.Length), out var target))
            throw new PluginRefusedException($"it is built for {framework}, and this process runs .NET {runtime}: build it for net{runtime} or .NET Standard");
        if (target > runtime)
            throw new PluginRefusedException($"it is built for .NET {target}, and this process runs .NET {runtime}: build it for net{runtime} or an earlier one");
    }

    private static void RefuseOtherContract(MetadataReader metadata)
    {
        var (major, minor) = (Contract.Version!.Major, Contract.Version.Minor);
        foreach (var reference in metadata.AssemblyReferences.Select(metadata.GetAssemblyReference))
        {
            if (metadata.GetString(reference.Name) != Contract.Name) continue;
            var built = reference.Version;
            if (built.Major != major || built.Minor > minor)
            {
                throw new PluginRefusedException(FormattableString.Invariant(
                    $"it is built against contract {built.Major}.{built.Minor} of {Contract.Name}, and this program has {major}.{minor}: build it again against the {Contract.Name} of this program"));
            }
        }
    }

    private static bool IsOptimized(MetadataReader metadata)
    {
        if (Attribute(metadata, "System.Diagnostics.DebuggableAttribute") is not { } blob) return true;
        // One constructor takes the modes, the other takes two flags. A count of named arguments follows.
        if (blob.RemainingBytes >= sizeof(int) + sizeof(ushort)) return (blob.ReadInt32() & OptimizationsDisabled) == 0;
        blob.ReadBoolean();
        return !blob.ReadBoolean();
    }

    // Reads after the two bytes that every attribute begins with.
    private static BlobReader? Attribute(MetadataReader metadata, string name)
    {
        foreach (var attribute in metadata.GetAssemblyDefinition().GetCustomAttributes().Select(metadata.GetCustomAttribute))
        {
            if (AttributeName.Of(metadata, attribute) != name) continue;
            var blob = metadata.GetBlobReader(attribute.Value);
            blob.ReadUInt16();
            return blob;
        }

        return null;
    }
}

/// <summary>A plug-in, or a part of it, cannot be measured.</summary>
/// <param name="reason">Why, in words that go on after its name.</param>
internal sealed class PluginRefusedException(string reason) : Exception(reason)
{
    public const string NoConstructor = "it has no public constructor without parameters";
}

/// <summary>Says what is wrong with a plug-in, in words that follow its name or that of a part of it.</summary>
internal static class PluginFault
{
    /// <summary>Its message, at most 4,000 characters.</summary>
    public static string Reason(Exception exception) => HostReply.Failed.ShortMessage(Words(exception));

    private static string Words(Exception exception) => exception switch
    {
        PluginRefusedException => exception.Message,
        TargetInvocationException { InnerException: { } inner } => Words(inner),
        TypeInitializationException { InnerException: { } inner } => Words(inner),
        ReflectionTypeLoadException { LoaderExceptions: [{ } first, ..] } => Words(first),
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
            : $"it needs {name}, which is not beside it: name its project with --project, or publish it";
    }

    // Some of the latter are only packages, which publishing the plug-in copies too.
    private static bool IsOfAspNetCore(string name) =>
        name.StartsWith("Microsoft.AspNetCore.", StringComparison.Ordinal) || name.StartsWith("Microsoft.Extensions.", StringComparison.Ordinal);
}
