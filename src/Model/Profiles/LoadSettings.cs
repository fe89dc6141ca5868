using System.Text.Json.Serialization;

namespace AsyncLoad.Model.Profiles;

/// <summary>How operations are driven and consumed. A closed set; each case is one <c>kind</c> of a profile.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Sequential), "sequential")]
[JsonDerivedType(typeof(ParallelFor), "parallelFor")]
public abstract record LoadSettings
{
    private LoadSettings()
    {
    }

    /// <summary>The word of the profile: <c>sequential</c>, <c>parallelFor</c>.</summary>
    [JsonIgnore]
    public string Kind => this switch
    {
        Sequential => "sequential",
        ParallelFor => "parallelFor",
        _ => throw new InvalidOperationException($"{GetType().Name} has no word"),
    };

    /// <summary>A short slug that tells this load from others of its kind, used in ids and file names.</summary>
    [JsonIgnore]
    public string Slug => this is ParallelFor { Degree: { } degree } ? $"{Kind}-{degree}" : Kind;

    /// <summary>One dedicated thread, one operation after another, blocking on a pending one.</summary>
    public sealed record Sequential : LoadSettings;

    /// <summary><c>Parallel.For</c> over chunks, consuming synchronously.</summary>
    /// <param name="Degree">Most workers at once; null means one for each core that the process may use.</param>
    public sealed record ParallelFor(int? Degree = null) : LoadSettings;
}
