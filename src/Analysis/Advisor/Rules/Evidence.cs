namespace AsyncLoad.Analysis.Advisor.Rules;

/// <summary>A site that a rule has recognised.</summary>
/// <param name="Finding">What it shows.</param>
/// <param name="Method">Of which method.</param>
/// <param name="Sighting">The site.</param>
/// <param name="Origin">Who made the task; <see cref="TaskOrigin.Builder"/> where no task is made.</param>
internal sealed record Evidence(AdviceFinding Finding, ChargedMethod Method, Sighting Sighting, TaskOrigin Origin = TaskOrigin.Builder);

/// <summary>Who made a task that was complete from the beginning.</summary>
internal enum TaskOrigin
{
    /// <summary>The builder of an async method.</summary>
    Builder,

    /// <summary>A call of Task.FromResult.</summary>
    FromResult,

    /// <summary>The one or the other.</summary>
    Unclear,
}

/// <summary>Recognises what a site shows; null when that is another rule's business, or nobody's.</summary>
internal delegate Evidence? Recognition(Sighting sighting, MethodResolver methods);
