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
    private const int Age = sizeof(int);

    /// <summary>Identity of the PDB of its build; all zeros where the trace does not state it.</summary>
    public Guid Signature { get; init; }

    /// <summary>Where the build wrote its PDB; null where the trace does not state it.</summary>
    public string? PdbPath { get; init; }

    public static ModuleLoaded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var module = fields.UInt64();
        // Its assembly, its flags, and a reserved number.
        fields.Skip(sizeof(long) + sizeof(int) + sizeof(int));
        var loaded = new ModuleLoaded(module, fields.Text());
        if (traced.Kind.Version < 2) return loaded;
        // Path of its native image, and the runtime's instance.
        fields.Characters();
        fields.Skip(sizeof(short));
        if (fields.Left < GuidBytes) return loaded;
        loaded = loaded with { Signature = fields.Guid() };
        if (fields.Left <= Age) return loaded;
        fields.Skip(Age);
        return loaded with { PdbPath = fields.Text() };
    }
}
