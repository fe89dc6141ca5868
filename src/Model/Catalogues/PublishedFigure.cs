namespace AsyncLoad.Model.Catalogues;

/// <summary>A figure as its source printed it.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Parameters">The parameter values it is about.</param>
/// <param name="NanosecondsPerOperation">Time per operation, in ns, or null when the source gives none.</param>
/// <param name="BytesPerOperation">Allocated bytes per operation, or null when the source gives none.</param>
/// <param name="Table">Which of the source's tables it is from, in words; null when there is only one.</param>
/// <param name="Quoted">The figure as printed, where its unit is not time; null otherwise.</param>
public sealed record PublishedFigure(
    string Variant,
    IReadOnlyDictionary<string, string> Parameters,
    double? NanosecondsPerOperation,
    double? BytesPerOperation,
    string? Table,
    string? Quoted);

/// <summary>A point where .NET 10 differs from what a source says.</summary>
/// <param name="Point">What differs, with both figures.</param>
/// <param name="Reason">Why.</param>
public sealed record PublishedDifference(string Point, string Reason);

/// <summary>What x64 .NET 10 must allocate.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Parameters">The parameter values it is about.</param>
/// <param name="Bytes">Bytes per operation, whole.</param>
/// <param name="Objects">The objects that make them up, in words.</param>
/// <param name="AtLeast">The fewest, where allocation depends on timing; null for <paramref name="Bytes"/>.</param>
/// <param name="AtMost">The most, where allocation depends on timing.</param>
public sealed record ExpectedBytes(string Variant, IReadOnlyDictionary<string, string> Parameters, int Bytes, string Objects, int? AtLeast, int? AtMost);
