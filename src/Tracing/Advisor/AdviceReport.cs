using System.Text.Json.Serialization;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor;

/// <summary>What async methods allocate and what would remove it.</summary>
/// <param name="Seconds">The time that rates refer to.</param>
/// <param name="Methods">One entry for each method and finding, in descending bytes per second.</param>
/// <param name="MinShare">Findings below this share of all bytes are omitted, 0 to 1.</param>
/// <param name="LeftOut">How many findings were omitted.</param>
/// <param name="WithoutMetadata">Assemblies whose metadata could not be read, so that advice on their methods covers both Task and ValueTask.</param>
/// <param name="Account">Where all sampled bytes went, omitted findings included.</param>
public sealed record AdviceReport(
    double Seconds, IReadOnlyList<Advice> Methods, double MinShare, int LeftOut, IReadOnlyList<string> WithoutMetadata, ByteAccount Account)
{
    private IReadOnlyList<Advice>? entries;

    /// <summary>One entry for each method and finding, in descending bytes per second.</summary>
    public IReadOnlyList<Advice> Methods { get; init => (field, entries) = (value, null); } = Methods;

    /// <summary>The share of all bytes that hidden findings take together, 0 to 1.</summary>
    public double LeftOutShare { get; init; }

    /// <summary>PDBs beside the assemblies that belong to another build or cannot be read, so that advice names no lines.</summary>
    public IReadOnlyList<string> UnusedPdbs { get; init; } = [];

    /// <summary>Assemblies that were found but are another build than the traced one. They were not read.</summary>
    public IReadOnlyList<string> OtherBuilds { get; init; } = [];

    /// <summary>Assemblies that were compiled without optimisation, which allocate more than a Release build.</summary>
    public IReadOnlyList<string> DebugBuilds { get; init; } = [];

    /// <summary>The same advice with each chain of methods as one, in descending bytes per second.</summary>
    [JsonIgnore]
    public IReadOnlyList<Advice> Entries => entries ??= Methods.All(advice => advice.Chain.Count == 0) ? Methods :
    [
        .. Methods.Index()
            .GroupBy(entry => entry.Item.Chain.Count == 0 ? (entry.Item.Finding, "", entry.Index) : (entry.Item.Finding, string.Join('\n', entry.Item.Chain), 0))
            .Select(group => Advice.Together([.. group.Select(entry => entry.Item)], Seconds))
            .OrderByDescending(advice => advice.Allocated.Bytes),
    ];
}

/// <summary>One finding about one method.</summary>
/// <param name="Method">The method as C#: <c>Orders.PriceAsync(string)</c>.</param>
/// <param name="Namespace">Its namespace; empty for none.</param>
/// <param name="Assembly">File name of its assembly; null when the trace does not name it.</param>
/// <param name="Allocated">Bytes over the whole time, with their interval. Where other methods may have made some of them, the interval begins at what is sure.</param>
/// <param name="Share">Of all allocated bytes, 0 to 1.</param>
/// <param name="ObjectBytes">Mean size of the objects; null where the runtime does not record sizes, as before .NET 6.</param>
/// <param name="Types">Their types as C#, largest first.</param>
/// <param name="Remedy">What to do; null where there is no remedy.</param>
/// <param name="Removable">Bytes per second that the remedy would remove, with an interval; null without a remedy, and where none of the bytes certainly belongs to the method.</param>
/// <param name="Check">What must hold before the remedy is applied, or speaks against it, one sentence each.</param>
public sealed record Advice(
    string Method,
    string Namespace,
    string? Assembly,
    AdviceFinding Finding,
    AdviceWeight Weight,
    AllocationEstimate Allocated,
    double Share,
    double? ObjectBytes,
    IReadOnlyList<string> Types,
    string Because,
    string? Remedy,
    RateInterval? Removable,
    IReadOnlyList<string> Check)
{
    /// <summary>Whether the method is written with <c>async</c>, or nothing tells that it is not.</summary>
    public bool IsAsync { get; init; } = true;

    /// <summary>What <see cref="Remedy"/> does to the code, for programs; null where it changes none.</summary>
    public RemedyKind? RemedyKind { get; init; }

    /// <summary>The remedy in words that fit each method of a chain; null where <see cref="Remedy"/> fits each.</summary>
    public string? ChainRemedy { get; init; }

    /// <summary>What must hold where the other methods of a chain change as well; null where <see cref="Check"/> names none of them.</summary>
    public IReadOnlyList<string>? ChainCheck { get; init; }

    /// <summary>The part of <see cref="Share"/> that this method certainly made, 0 to 1. With its assembly at hand <see cref="Removable"/> counts no other bytes.</summary>
    public double SureShare { get; init; } = Share;

    /// <summary>The package whose code it is, such as <c>Polly.Core 8.6.5</c>, or the library that is referenced as a file; null for the user's own.</summary>
    public string? Package { get; init; }

    /// <summary>The method of the user that most of its bytes were allocated for, as C#; null for methods of the user, and where no stack shows one.</summary>
    public string? CalledFrom { get; init; }

    /// <summary>Where its code begins; null without a PDB.</summary>
    public SourceLine? Source { get; init; }

    /// <summary>Methods as C# of which each calls the next, it among them, that get the same advice: the outermost first; empty for none.</summary>
    public IReadOnlyList<string> Chain { get; init; } = [];

    /// <summary>The members of one chain as one advice about the outermost, with the sums of all; a single one as it is.</summary>
    internal static Advice Together(IReadOnlyList<Advice> members, double seconds)
    {
        if (members is [var only]) return only;
        var head = members.First(member => member.Method == member.Chain[0]);
        var sum = RateSum.Of(members.Select(member => RateInterval.Of(member.Allocated, seconds)));
        var samples = members.Sum(member => member.Allocated.Samples);
        return head with
        {
            Allocated = new AllocationEstimate(samples, sum.Estimate * seconds, sum.Low * seconds, sum.High * seconds),
            Share = members.Sum(member => member.Share),
            SureShare = members.Sum(member => member.SureShare),
            ObjectBytes = members.All(member => member.ObjectBytes is not null) ? members.Sum(member => member.Allocated.Bytes) / members.Sum(member => member.Allocated.Bytes / member.ObjectBytes!.Value) : null,
            Remedy = head.ChainRemedy ?? head.Remedy,
            Types = [.. members.SelectMany(member => member.Types).Distinct(StringComparer.Ordinal)],
            Removable = RateSum.Of(members.Select(member => member.Removable!)),
            Check = [.. members.SelectMany(member => member.ChainCheck ?? member.Check).Distinct(StringComparer.Ordinal)],
        };
    }
}

/// <summary>Bytes per second, with an interval.</summary>
public sealed record RateInterval(double Estimate, double Low, double High)
{
    /// <summary>Bytes of a stretch of time as bytes per second.</summary>
    /// <param name="estimate">The bytes.</param>
    /// <param name="seconds">Length of that time, above 0.</param>
    public static RateInterval Of(AllocationEstimate estimate, double seconds)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return new(estimate.Bytes / seconds, estimate.Low / seconds, estimate.High / seconds);
    }
}

/// <summary>What an advice is worth.</summary>
public enum AdviceWeight
{
    /// <summary>The remedy removes the bytes.</summary>
    Recommended,

    /// <summary>The remedy removes the bytes if the listed checks hold.</summary>
    Conditional,

    /// <summary>There is nothing to gain: the usual remedy would save nothing here, or there is none.</summary>
    Nothing,

    /// <summary>The method belongs to a package: the user can report it, or call it less often.</summary>
    Package,

    /// <summary>There are too few samples for advice.</summary>
    NotEnoughEvidence,
}

/// <summary>Sums of rates with independent errors, such as bytes of different stacks.</summary>
/// <remarks>
/// Each bound's distance is the root of the squared distances of the parts: Zou, G. Y. and Donner, A. (2008), "Construction of confidence limits
/// about effect measures", Statistics in Medicine 27, 1693-1702.
/// </remarks>
public static class RateSum
{
    /// <summary>The sum with its interval, at the coverage of the parts; 0 for none.</summary>
    public static RateInterval Of(IEnumerable<RateInterval> parts)
    {
        var (estimate, below, above) = (0.0, 0.0, 0.0);
        foreach (var part in parts)
        {
            estimate += part.Estimate;
            below += Square(part.Estimate - part.Low);
            above += Square(part.High - part.Estimate);
        }

        return new RateInterval(estimate, estimate - Math.Sqrt(below), estimate + Math.Sqrt(above));
    }

    private static double Square(double distance) => distance * distance;
}

/// <summary>A line of a source file.</summary>
/// <param name="File">Its path: relative to the working folder where it lies below that, else as the PDB has it.</param>
public sealed record SourceLine(string File, int Line)
{
    public override string ToString() => FormattableString.Invariant($"{File}:{Line}");

    internal static SourceLine? Of(SourcePoint? point) => point is null ? null : new SourceLine(Shown(point.File), point.Line);

    private static string Shown(string path)
    {
        var here = Path.TrimEndingDirectorySeparator(Environment.CurrentDirectory) + Path.DirectorySeparatorChar;
        return path.StartsWith(here, StringComparison.Ordinal) ? path[here.Length..].Replace('\\', '/') : path;
    }
}
