namespace AsyncLoad.Model.Catalogues;

/// <summary>What came of a plug-in, as the process that loaded it says.</summary>
/// <param name="Name">Its file name.</param>
/// <param name="Optimized">Whether its code was built with optimisation.</param>
/// <param name="Failure">Why none of it can be measured, in words; null when some of it can.</param>
/// <param name="LeftOut">What of it cannot be measured; empty when all can.</param>
public sealed record PluginDescription(string Name, bool Optimized, string? Failure, IReadOnlyList<LeftOut> LeftOut);

/// <summary>A part of a plug-in that cannot be measured.</summary>
/// <param name="Name">A class, or one of its methods, as its author wrote it: <c>Parsing.ReadAll</c>.</param>
/// <param name="Reason">Why, in words.</param>
public sealed record LeftOut(string Name, string Reason);
