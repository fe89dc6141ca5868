namespace AsyncLoad.Workloads;

/// <summary>A figure as its source printed it.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Arguments">The parameter values it is about.</param>
/// <param name="NanosecondsPerOperation">Time per operation in ns, or null.</param>
/// <param name="BytesPerOperation">Bytes per operation, or null.</param>
/// <param name="Table">Which of the source's tables it is from, in words; null when there is only one.</param>
/// <param name="Quoted">The figure as printed, where its unit is not time; null otherwise.</param>
public sealed record Published(
    string Variant,
    Arguments Arguments,
    double? NanosecondsPerOperation,
    double? BytesPerOperation,
    string? Table = null,
    string? Quoted = null);

/// <summary>A point where .NET 10 differs from what a source says.</summary>
/// <param name="Point">What differs, with both figures.</param>
/// <param name="Reason">Why.</param>
public sealed record Difference(string Point, string Reason);

/// <summary>What x64 .NET 10 must allocate.</summary>
/// <param name="Variant">The variant it is about.</param>
/// <param name="Arguments">The parameter values it is about.</param>
/// <param name="Bytes">Bytes per operation, whole.</param>
/// <param name="Objects">The objects that make them up, in words.</param>
/// <param name="AtLeast">The fewest, where allocation depends on timing; null, the default, for <paramref name="Bytes"/>.</param>
/// <param name="AtMost">The most, where allocation depends on timing; null, the default, for <paramref name="Bytes"/>.</param>
public sealed record Expected(string Variant, Arguments Arguments, int Bytes, string Objects, int? AtLeast = null, int? AtMost = null);
