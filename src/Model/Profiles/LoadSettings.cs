using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Profiles;

/// <summary>How operations are driven and consumed. A closed set; each case is one <c>kind</c> of a profile.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Sequential), "sequential")]
[JsonDerivedType(typeof(ParallelFor), "parallelFor")]
[JsonDerivedType(typeof(ClosedLoop), "closedLoop")]
[JsonDerivedType(typeof(Wave), "wave")]
public abstract record LoadSettings
{
    private LoadSettings()
    {
    }

    /// <summary>The word of the profile, such as <c>sequential</c>.</summary>
    [JsonIgnore]
    public string Kind => this switch
    {
        Sequential => "sequential",
        ParallelFor => "parallelFor",
        ClosedLoop => "closedLoop",
        Wave => "wave",
        _ => throw new InvalidOperationException($"{GetType().Name} has no word"),
    };

    /// <summary>A short slug that tells this load from others of its kind, used in ids and file names.</summary>
    [JsonIgnore]
    public string Slug => this switch
    {
        ParallelFor { Degree: { } degree } => $"{Kind}-{degree}",
        ClosedLoop loop => $"{Kind}-{loop.Workers}",
        Wave wave => $"{Kind}-{wave.Size}",
        _ => Kind,
    };

    /// <summary>One dedicated thread, one operation after another, blocking on a pending one.</summary>
    public sealed record Sequential : LoadSettings;

    /// <summary><c>Parallel.For</c> over chunks, consuming synchronously.</summary>
    /// <param name="Degree">Most workers at once; null means one for each core that the process may use, less one where a simulated device needs it.</param>
    public sealed record ParallelFor(int? Degree = null) : LoadSettings;

    /// <summary>Workers on the thread pool, each awaiting its operation before the next.</summary>
    /// <param name="Workers">How many, 1 or more; default 1, the plain awaiting loop.</param>
    public sealed record ClosedLoop(int Workers = 1) : LoadSettings;

    /// <summary>Starts operations together, awaits them all, and repeats.</summary>
    /// <param name="Size">Operations in flight together, 1 or more; default 64.</param>
    public sealed record Wave(int Size = 64) : LoadSettings;
}
