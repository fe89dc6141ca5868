using AsyncLoad.Harness.Planning;
using AsyncLoad.Tests.Platform;
using Xunit;

namespace AsyncLoad.Tests.Planning;

/// <summary>Where pairs go side by side on machines whose processors were recorded.</summary>
public sealed class PlacesTests
{
    [Theory]
    [InlineData("two-cores", "0 1")]
    [InlineData("four-cores-eight-threads", "0 1 | 2 3")]
    [InlineData("hybrid-laptop", "0 2 | 4 6")]
    [InlineData("two-sockets-siblings-apart", "0 1 | 8 9 | 2 3 | 10 11 | 4 5 | 12 13 | 6 7 | 14 15")]
    [InlineData("two-sockets-siblings-adjacent", "0 2 | 8 10 | 4 6 | 12 14")]
    [InlineData("arm-big-little", "5 6 | 15 16 | 7 8 | 17 18")]
    [InlineData("container-with-quota", "0 1 | 2 3")]
    [InlineData("container-with-cpuset", "1 2")]
    public void Places_are_of_physical_cores_of_the_fastest_kind_that_share_a_cache(string machine, string places) =>
        Assert.Equal(places, string.Join(" | ", Places.Of(RecordedMachine.Read(machine)).Select(cores => string.Join(' ', cores))));

    [Fact]
    public void On_128_cores_the_first_places_lie_in_different_caches_and_those_beyond_64_are_used_too()
    {
        var places = Places.Of(RecordedMachine.Read("arm-128-cores"));
        Assert.Equal([0, 32, 64, 96], places.Take(4).Select(cores => cores[0]));
        Assert.Equal(64, places.Count);
    }

    [Fact]
    public void No_processor_is_in_two_places() => Assert.All(RecordedMachine.All, machine =>
    {
        var topology = RecordedMachine.Read(machine);
        var used = Places.Of(topology).SelectMany(cores => cores).ToList();
        Assert.Equal(used.Count, topology.Processors.Where(processor => used.Contains(processor.Number)).DistinctBy(processor => processor.Core).Count());
    });

    [Theory]
    [InlineData("two-cores", 1)]
    [InlineData("four-cores-eight-threads", 1)]
    [InlineData("hybrid-laptop", 1)]
    [InlineData("two-sockets-siblings-apart", 2)]
    [InlineData("arm-128-cores", 4)]
    [InlineData("arm-big-little", 2)]
    [InlineData("container-with-quota", 1)]
    public void Without_a_measurement_each_pair_has_a_cache_for_itself(string machine, int jobs) => Assert.Equal(jobs, Places.Safe(RecordedMachine.Read(machine)));

    [Theory]
    [InlineData("four-cores-eight-threads", 2, null)]
    [InlineData("two-cores", 1, null)]
    [InlineData("two-cores", 2, "2 pairs side by side need 4 physical cores, two that share a cache for each, and this machine has 2 of its fastest kind that this program may use: leave out --jobs")]
    [InlineData("four-cores-eight-threads", 3, "3 pairs side by side need 6 physical cores, two that share a cache for each, and this machine has 4 of its fastest kind that this program may use: use --jobs 2 or fewer")]
    [InlineData("container-with-quota", 4, "4 pairs side by side need 8 physical cores, two that share a cache for each, and the control group grants the time of 5: use --jobs 2 or fewer")]
    public void More_than_fits_is_refused_with_the_reason(string machine, int jobs, string? refusal) => Assert.Equal(refusal, Places.Refusal(RecordedMachine.Read(machine), jobs));

    [Fact]
    public void Where_the_system_does_not_tell_only_one_goes()
    {
        Assert.Null(Places.Refusal(null, 1));
        Assert.StartsWith("pairs run side by side on Linux only", Places.Refusal(null, 2), StringComparison.Ordinal);
    }
}
