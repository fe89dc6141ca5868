namespace AsyncLoad.Model.Plans;

/// <summary>Code of others that a run measures: assemblies that measured processes load.</summary>
/// <param name="Files">In the order of loading.</param>
/// <param name="SharedInstance">Whether all workers call one instance of a benchmark class; each has one of its own otherwise.</param>
/// <param name="IgnoreValues">Whether benchmark methods may return different values.</param>
public sealed record PluginSet(IReadOnlyList<PluginFile> Files, bool SharedInstance = false, bool IgnoreValues = false);

/// <summary>A plug-in as it was when the run began.</summary>
/// <param name="Path">Full path of the assembly; what it depends on lies beside it.</param>
/// <param name="Bytes">Its length.</param>
/// <param name="Sha256">Its SHA-256, lower-case hex.</param>
public sealed record PluginFile(string Path, long Bytes, string Sha256);
