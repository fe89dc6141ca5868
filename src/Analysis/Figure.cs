namespace AsyncLoad.Analysis;

/// <summary>A figure, or why there is none.</summary>
/// <typeparam name="T">What it is: a type that allows null, which stands for no figure.</typeparam>
/// <param name="Value">The figure; null without one.</param>
public readonly record struct Figure<T>(T Value, string? Missing = null)
{
    /// <summary>Why there is no figure, where one is expected.</summary>
    public string Why => Missing ?? "the analysis gave no reason";

    public static implicit operator Figure<T>(T value) => new(value);
}
