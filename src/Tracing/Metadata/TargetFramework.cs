namespace AsyncLoad.Tracing.Metadata;

/// <summary>What an assembly was built for.</summary>
/// <param name="Family">Such as <c>.NETCoreApp</c> or <c>.NETStandard</c>.</param>
/// <param name="Version">Its version, 2.1 for example.</param>
internal sealed record TargetFramework(string Family, Version Version)
{
    private const string Attribute = "System.Runtime.Versioning.TargetFrameworkAttribute";
    private const string Core = ".NETCoreApp";
    private const string Standard = ".NETStandard";

    /// <summary>As it is written in texts.</summary>
    public string Name => Family switch
    {
        Standard => FormattableString.Invariant($".NET Standard {Version}"),
        ".NETFramework" => FormattableString.Invariant($".NET Framework {Version}"),
        Core => FormattableString.Invariant($"{(Version.Major < 5 ? ".NET Core" : ".NET")} {Version}"),
        _ => FormattableString.Invariant($"{Family} {Version}"),
    };

    /// <summary>Whether it has <c>ValueTask</c> without a package.</summary>
    public bool HasValueTask => Family == Core ? Version.Major >= 2 : Family == Standard && Version >= new Version(2, 1);

    /// <summary>Whether it has what came with a version of .NET.</summary>
    public bool Has(int major) => Family == Core && Version.Major >= major;

    /// <summary>What an assembly says of itself; null where it says nothing.</summary>
    public static TargetFramework? Of(AssemblyFile assembly) => Damage.Tolerate(() => assembly.Methods.Attributes(assembly.Metadata.GetAssemblyDefinition().GetCustomAttributes(), Attribute)
        .Select(attribute => Parse(assembly.Methods.Argument(attribute.Value)))
        .FirstOrDefault());

    private static TargetFramework? Parse(string? text)
    {
        const string Mark = ",Version=v";
        if (text?.IndexOf(Mark, StringComparison.Ordinal) is not (> 0 and var at)) return null;
        return Version.TryParse(text[(at + Mark.Length)..].Split(',')[0], out var version) ? new TargetFramework(text[..at], version) : null;
    }
}
