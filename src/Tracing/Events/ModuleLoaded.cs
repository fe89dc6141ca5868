using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>A module of the process.</summary>
/// <param name="Path">Path of its file; empty for one that has none.</param>
internal readonly record struct ModuleLoaded(ulong Module, string Path)
{
    /// <summary>It was loaded (runtime provider).</summary>
    public const int LoadId = 152;

    /// <summary>It existed when the session began (rundown provider).</summary>
    public const int StartId = 153;

    /// <summary>It existed when the session ended (rundown provider).</summary>
    public const int EndId = 154;

    private const int GuidBytes = 16;

    /// <summary>Identity of the PDB of its build; all zeros where the trace does not state it.</summary>
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
