using AsyncLoad.Analysis.Metrics;
using AsyncLoad.Model.Results;

namespace AsyncLoad.Analysis.Diffs;

/// <summary>Whether two counts of the same operation's bytes can both be true.</summary>
public static class BytesAgreement
{
    /// <summary>False where they differ beyond what the runtime allocates by itself, or beyond their ranges where operations suspend; a missing count contradicts nothing.</summary>
    public static bool Between(CountedBytes one, CountedBytes other)
    {
        ArgumentNullException.ThrowIfNull(one);
        ArgumentNullException.ThrowIfNull(other);
        return BytesDiffer.Of(one, other) is not { State: BytesChange.Changed };
    }
}
