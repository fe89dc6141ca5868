using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning;

/// <summary>What the command line changes in a plan.</summary>
/// <param name="Seed">Seed instead of the profile's.</param>
/// <param name="Only">Pattern on comparison ids (see <see cref="Glob"/>); null for all.</param>
/// <param name="Pairs">One look at so many pairs instead of the profile's looks.</param>
/// <param name="Traces">Which cells get a traced run; null as the profile says.</param>
/// <param name="Gated">Whether gates are kept.</param>
/// <param name="Shard">Which share of the plan, from 1, and of how many; null for all of it.</param>
/// <param name="CpuSamples">Whether traced runs sample processors, whatever the profile says.</param>
/// <param name="Plugins">Plug-ins that measured processes load; null for none.</param>
/// <param name="Runtimes">What was found of the runtimes that the profile names; null where it names none.</param>
internal sealed record PlanOptions(
    int? Seed = null,
    string? Only = null,
    int? Pairs = null,
    TraceSelection? Traces = null,
    bool Gated = true,
    (int Index, int Count)? Shard = null,
    bool CpuSamples = false,
    PluginSet? Plugins = null,
    IReadOnlyList<RuntimeOffer>? Runtimes = null);

/// <summary>What became of planning.</summary>
internal abstract record PlanOutcome
{
    private PlanOutcome()
    {
    }

    /// <summary>There is a plan.</summary>
    /// <param name="Profile">The profile as the options changed it; its hash is the plan's.</param>
    /// <param name="Plan">What to measure.</param>
    public sealed record Made(Profile Profile, Plan Plan) : PlanOutcome;

    /// <summary>Nothing is left to measure.</summary>
    /// <param name="Message">Why, with the nearest id.</param>
    public sealed record Empty(string Message) : PlanOutcome;

    /// <summary>More pairs than anybody could wait for.</summary>
    /// <param name="Message">How many, and how many are allowed.</param>
    public sealed record TooLarge(string Message) : PlanOutcome;
}
