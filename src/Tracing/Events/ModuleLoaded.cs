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

    public static ModuleLoaded Read(in NettraceEvent traced)
    {
        var fields = traced.Fields();
        var module = fields.UInt64();
        // Its assembly, its flags, and a reserved number.
        fields.Skip(sizeof(long) + sizeof(int) + sizeof(int));
        return new ModuleLoaded(module, fields.Text());
    }
}
