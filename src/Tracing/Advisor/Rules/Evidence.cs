namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>A site that a rule has recognised.</summary>
/// <param name="Finding">What it shows.</param>
/// <param name="Method">Of which method.</param>
/// <param name="Sighting">The site.</param>
/// <param name="IsUnclear">Whether a task may have been made by the builder of an async method or by something in its body, and nothing tells which.</param>
internal sealed record Evidence(AdviceFinding Finding, ChargedMethod Method, Sighting Sighting, bool IsUnclear = false);

/// <summary>Recognises what a site shows; null when that is another rule's business, or nobody's.</summary>
internal delegate Evidence? Recognition(Sighting sighting, MethodResolver methods);
