namespace AsyncLoad.Harness.Platform;

/// <summary>Finds out whether this process runs in a container or a virtual machine.</summary>
internal static class PlaceProbe
{
    /// <summary>The variable that images of .NET set.</summary>
    public const string ContainerVariable = "DOTNET_RUNNING_IN_CONTAINER";

    private static readonly string[] Signs = [".dockerenv", "run/.containerenv"];
    private static readonly string[] GroupNames = ["docker", "containerd", "crio", "kubepods", "libpod", "lxc"];

    /// <summary>The sign that this is a container; null when there is none.</summary>
    public static string? Container(SystemFiles files, string? variable)
    {
        if (Signs.FirstOrDefault(files.Exists) is { } sign) return $"/{sign}";
        if (new ControlGroup(files).Path is { } group && GroupNames.Any(name => group.Contains(name, StringComparison.Ordinal))) return $"control group {group}";
        return variable is "true" or "1" ? ContainerVariable : null;
    }

    /// <summary>Whether the processor reports a hypervisor; null when it has no such flag, as on Arm.</summary>
    public static bool? VirtualMachine(SystemFiles files)
    {
        var flags = files.Lines(MachineProbe.CpuInfo).FirstOrDefault(line => line.StartsWith("flags", StringComparison.Ordinal));
        return flags?.Split(' ').Contains("hypervisor");
    }
}
