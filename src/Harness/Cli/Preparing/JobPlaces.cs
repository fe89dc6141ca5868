using System.Globalization;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Platform;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Chooses the processors for pairs that <c>--jobs</c> measures side by side.</summary>
internal sealed class JobPlaces(CliServices services)
{
    private static readonly string[] Counts = ["DOTNET_PROCESSOR_COUNT", "COMPlus_PROCESSOR_COUNT"];
    private static readonly string[] Affinities = ["DOTNET_GCHeapAffinitize", "COMPlus_GCHeapAffinitize"];

    /// <summary>The places, by the numbers of their processors; null where pairs go one after the other.</summary>
    /// <exception cref="CommandFailedException">There is no room for that many, or something else says which processors are used.</exception>
    public IReadOnlyList<IReadOnlyList<int>>? Of(RunRequest request, Profile profile)
    {
        if (request.Jobs is not { } jobs) return null;
        var (topology, obstacle) = (services.Topology(), Obstacle(request, profile));
        if (jobs.Count is null)
        {
            if (obstacle is null && topology is not null && Places.Safe(topology) is > 1 and var safe) return [.. Places.Of(topology).Take(safe)];
            services.Terminal.Error.WriteLine($"note: --jobs auto: one pair at a time{(obstacle is null ? Room(topology) : $": {obstacle}")}");
            return null;
        }

        if (jobs.Count == 1) return null;
        if ((obstacle ?? Places.Refusal(topology, jobs.Count.Value)) is { } refusal) throw new CommandFailedException(ExitCode.Refused, $"--jobs: {refusal}");
        return [.. Places.Of(topology!).Take(jobs.Count.Value)];
    }

    /// <summary>Which processors of a side-by-side plan are no longer available, in words; null when all are.</summary>
    public static string? Gone(SideBySide? beside, Topology? topology)
    {
        if (beside is null) return null;
        var gone = beside.Places.SelectMany(place => place).Except(topology?.Processors.Select(processor => processor.Number) ?? []).ToList();
        return gone.Count == 0 ? null : $"its pairs run side by side, and this program may no longer use processor {ProcessorList.Text(gone)}: start it with the processors that it had";
    }

    private static string Room(Topology? topology) => topology is not null && Places.Of(topology).Count is > 1 and var room
        ? string.Create(CultureInfo.InvariantCulture, $", since the cores share one last-level cache; --jobs {room} measures {room} side by side")
        : "";

    // What keeps any number of pairs from going side by side.
    private static string? Obstacle(RunRequest request, Profile profile)
    {
        if (request.Options.InTurn || profile.Measure.InTurn) return "sides measured one after the other may need a port, file or database alone: leave out --jobs or --in-turn";
        if (Counts.FirstOrDefault(name => Environment.GetEnvironmentVariable(name) is not null) is { } set) return $"{set} sets the number of processors, and pairs side by side have two each: unset it, or leave out --jobs";
        return profile.Environment.FirstOrDefault(name => Affinities.Any(prefix => name.StartsWith(prefix, StringComparison.OrdinalIgnoreCase))) is { } bound
            ? $"the profile passes on {bound}, which binds heaps to processors: remove it there, or leave out --jobs"
            : null;
    }
}
