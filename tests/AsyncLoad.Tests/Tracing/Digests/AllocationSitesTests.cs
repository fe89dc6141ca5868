using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Stacks;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

public class AllocationSitesTests
{
    [Fact]
    public void Samples_are_kept_by_type_and_stack()
    {
        var sites = new AllocationSites();
        sites.AddSample("A", 1, 100);
        sites.AddSample("A", 1, 100);
        sites.AddSample("A", 2, 100);
        sites.AddSample("", 1, 50);

        Assert.Equal([("(no name)", 1, 1L), ("A", 1, 2L), ("A", 2, 1L)], sites.All.Select(site => (site.Type, site.Stack, site.Tally.Samples)).Order());
        Assert.Equal(4, sites.Total.Samples);
        Assert.Equal(sites.Total.Bytes, sites.All.Sum(site => site.Tally.Bytes), 1e-6);
    }

    [Fact]
    public void A_stretch_stands_for_all_its_bytes()
    {
        var sites = new AllocationSites();
        sites.AddStretch("A", 1, amount: 100_000, size: 100);
        sites.AddStretch("A", 1, amount: 100_000, size: 100_000);
        var tally = sites.All.Single().Tally;

        Assert.Equal((2L, 200_000.0), (tally.Samples, tally.Bytes));
        // A thousand small objects and a large one.
        Assert.Equal(200_000.0 / 1_001, tally.MeanObjectBytes!.Value, 1e-9);
        var estimate = tally.Estimate(0.95);
        Assert.True(estimate is { Bytes: 200_000, Low: > 0 and < 200_000, High: > 200_000 });
    }

    [Fact]
    public void What_cannot_be_allocated_is_refused()
    {
        var sites = new AllocationSites();

        Assert.Throws<InvalidDataException>(() => sites.AddSample("A", 1, 0));
        Assert.Throws<InvalidDataException>(() => sites.AddStretch("A", 1, 0, 1));
        Assert.Throws<InvalidDataException>(() => sites.AddStretch("A", 1, 1, 0));
        // A site without samples would have no size of its objects.
        Assert.Empty(sites.All);
    }

    [Fact]
    public void Endless_types_share_a_name_and_endless_sites_lose_their_stacks()
    {
        var sites = new AllocationSites();
        const int More = 1_000;
        for (var stack = 1; stack <= AllocationSites.MostSites - AllocationSites.MostTypes; stack++) sites.AddSample("A", stack, 100);
        for (var type = 0; type < AllocationSites.MostTypes + More; type++) sites.AddSample($"T{type}", 1, 100);
        for (var stack = 1; stack <= AllocationSites.MostSites; stack++) sites.AddSample("A", stack, 100);

        Assert.Equal(AllocationSites.MostTypes + 1, sites.All.Select(site => site.Type).Distinct().Count());
        // The types were one fewer than there is room for, since A is one too.
        Assert.Equal(More + 1, sites.All.Single(site => site.Type == "(other types)").Tally.Samples);
        Assert.InRange(sites.All.Count(), AllocationSites.MostSites, AllocationSites.MostSites + AllocationSites.MostTypes + 1);
        Assert.Contains(sites.All, site => site is { Type: "A", Stack: StackPool.None } && site.Tally.Samples > 0);
        Assert.Equal(sites.Total.Samples, sites.All.Sum(site => site.Tally.Samples));
    }
}
