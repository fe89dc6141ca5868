using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A module of the process.</summary>
/// <param name="Path">Path of its file; empty for one that has none.</param>
internal readonly record struct ModuleLoaded(ulong Module, string Path)
{
    /// <summary>It was loaded (of the runtime).</summary>
    public const int LoadId = 152;

    /// <summary>It was there when the session began (of the rundown).</summary>
    public const int StartId = 153;

    /// <summary>It was there when the session ended (of the rundown).</summary>
    public const int EndId = 154;

    private const int GuidBytes = 16;

    /// <summary>What the PDB of its build is signed with; all zeros where that is not told.</summary>
    public Guid Signature { get; init; }

    public static ModuleLoaded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var module = fields.UInt64();
        // Its assembly, its flags, and a reserved number.
        fields.Skip(sizeof(long) + sizeof(int) + sizeof(int));
        return new ModuleLoaded(module, fields.Text()) { Signature = SignatureOf(fields, traced.Kind.Version) };
    }

    private static Guid SignatureOf(PayloadReader fields, int version)
    {
        if (version < 2) return default;
        // Path of its native image, and the runtime's instance.
        fields.Characters();
        fields.Skip(sizeof(short));
        return fields.Left < GuidBytes ? default : fields.Guid();
    }
}
