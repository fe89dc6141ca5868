namespace AsyncLoad.Tracing.Metadata;

/// <summary>Which builds of assemblies a trace names, by the identities of their PDBs.</summary>
internal sealed class TracedBuilds
{
    private readonly Dictionary<string, HashSet<Guid>> signatures = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Notes a module.</summary>
    /// <param name="module">Its path in the traced process.</param>
    /// <param name="signature">All zeros where the trace does not state it.</param>
    public void Add(string module, Guid signature)
    {
        var name = Framework.FileName(module);
        if (!signatures.TryGetValue(name, out var known)) signatures.Add(name, known = []);
        known.Add(signature);
    }

    /// <summary>Whether a file is of another build than every module of its name; false where the trace or the file does not state its build.</summary>
    public bool Exclude(AssemblyFile file) =>
        signatures.TryGetValue(file.FileName, out var traced) && !traced.Contains(default) && file.Signatures is { Count: > 0 } own && !own.Any(traced.Contains);
}
