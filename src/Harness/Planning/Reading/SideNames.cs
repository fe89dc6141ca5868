using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>What gates may call the sides of an experiment: by their own names, or by their variants as profiles or code write them.</summary>
/// <param name="experiment">The experiment.</param>
/// <param name="workload">Its workload; null where that is not known.</param>
internal sealed class SideNames(Experiment experiment, WorkloadDescription? workload)
{
    /// <summary>Whether there are none, since the experiment is wrong or not built yet.</summary>
    public bool AreUnknown => Known(candidatesOnly: false).Count == 0;

    /// <summary>The names.</summary>
    /// <param name="candidatesOnly">Whether baselines are left out.</param>
    public IReadOnlyList<string> Known(bool candidatesOnly) => experiment.NamesForGates(candidatesOnly);

    /// <summary>The side or variant that is meant; null where none of the experiment is, or several may be.</summary>
    public string? Find(string name, bool candidatesOnly)
    {
        var known = Known(candidatesOnly);
        if (workload is null || experiment.Sides?.Any(side => side.Name == name) == true || !Spelling.IsMethod(name, workload)) return Spelling.Find(name, known);
        // A method of this very name is meant, and no other one of the same letters.
        return Spelling.Variant(name, workload) is { } id && known.Contains(id) ? id : null;
    }

    /// <summary>What is wrong with a name that is not found.</summary>
    public string Unknown(string name, string what, bool candidatesOnly) =>
        (workload is null ? null : Spelling.Unclear(name, workload)) ?? Suggestion.Unknown(what, name, Known(candidatesOnly));
}
