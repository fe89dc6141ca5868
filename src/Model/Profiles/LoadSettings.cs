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

    // Overrides repeat [JsonIgnore]: it is not inherited, and a property "kind" would clash with the discriminator.

    /// <summary>The word of the profile: <c>sequential</c>, <c>parallelFor</c>.</summary>
    [JsonIgnore]
    public abstract string Kind { get; }

    /// <summary>A short slug that tells this load from others of its kind, used in ids and file names.</summary>
    [JsonIgnore]
    public virtual string Slug => Kind;

    /// <summary>One dedicated thread, one operation after another, blocking on a pending one.</summary>
    public sealed record Sequential : LoadSettings
    {
        /// <inheritdoc />
        [JsonIgnore]
        public override string Kind => "sequential";
    }

    /// <summary><c>Parallel.For</c> over chunks, consuming synchronously.</summary>
    /// <param name="Degree">Most workers at once; null means one for each core that the process may use.</param>
    public sealed record ParallelFor(int? Degree = null) : LoadSettings
    {
        /// <inheritdoc />
        [JsonIgnore]
        public override string Kind => "parallelFor";

        /// <inheritdoc />
        [JsonIgnore]
        public override string Slug => Degree is { } degree ? $"{Kind}-{degree}" : Kind;
    }
}
