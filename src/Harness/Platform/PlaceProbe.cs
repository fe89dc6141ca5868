namespace AsyncLoad.Harness.Platform;

/// <summary>Tells in what kind of place this process runs.</summary>
internal static class PlaceProbe
{
    /// <summary>The variable that images of .NET set.</summary>
    public const string ContainerVariable = "DOTNET_RUNNING_IN_CONTAINER";

    private static readonly string[] Signs = [".dockerenv", "run/.containerenv"];
    private static readonly string[] GroupNames = ["docker", "containerd", "crio", "kubepods", "libpod", "lxc"];

    /// <summary>What tells that this is a container; null when nothing does.</summary>
    public static string? Container(SystemFiles files, string? variable)
    {
        if (Signs.FirstOrDefault(files.Exists) is { } sign) return $"/{sign}";
        if (new ControlGroup(files).Path is { } group && GroupNames.Any(name => group.Contains(name, StringComparison.Ordinal))) return $"control group {group}";
        return variable is "true" or "1" ? ContainerVariable : null;
    }

    /// <summary>Whether the processor says that it is a virtual machine's; null where it does not tell, as on Side.</summary>
    public static bool? VirtualMachine(SystemFiles files)
    {
        var flags = files.Lines(MachineProbe.CpuInfo).FirstOrDefault(line => line.StartsWith("flags", StringComparison.Ordinal));
        return flags?.Split(' ').Contains("hypervisor");
    }
}
