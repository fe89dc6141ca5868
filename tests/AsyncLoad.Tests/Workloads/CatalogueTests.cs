using System.Text.RegularExpressions;
using AsyncLoad.Host;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests.Workloads;

public partial class CatalogueTests
{
    public static TheoryData<string> Ids => [.. Catalogued.All.Select(workload => workload.Id)];

    [Fact]
    public void Ids_are_kebab_case_and_unique()
    {
        Assert.Distinct(Catalogued.All.Select(workload => workload.Id));
        Assert.All(Catalogued.All, workload =>
        {
            Assert.Distinct(workload.Variants.Select(variant => variant.Id));
            Assert.Distinct(workload.Parameters.Select(parameter => parameter.Name));
            Assert.All(
                [workload.Id, .. workload.Variants.Select(variant => variant.Id), .. workload.Parameters.Select(parameter => parameter.Name)],
                id => Assert.Matches(KebabCase(), id));
        });
    }

    [Fact]
    public void Kebab_case_is_told_from_other_cases()
    {
        Assert.All(["a", "call-chain", "delay-ms", "p2"], id => Assert.Matches(KebabCase(), id));
        Assert.All(["", "Call", "call--chain", "call_chain", "-a", "a-"], id => Assert.DoesNotMatch(KebabCase(), id));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Defaults_are_values(string id) =>
        Assert.All(Catalogued.One(id).Parameters, parameter => Assert.Contains(parameter.Default, parameter.Values));

    [Theory]
    [MemberData(nameof(Ids))]
    public void Figures_are_about_variants_and_parameters_there_are(string id)
    {
        var workload = Catalogued.One(id);
        var cells = Catalogued.CellsOf(workload).ToHashSet();

        Assert.Subset(cells, workload.Published.Select(figure => Catalogued.Cell(figure.Variant, figure.Arguments)).ToHashSet());
        Assert.Subset(cells, workload.Expected.Select(row => Catalogued.Cell(row.Variant, row.Arguments)).ToHashSet());
        Assert.Distinct(workload.Expected.Select(row => Catalogued.Cell(row.Variant, row.Arguments)));
        Assert.All(workload.Expected, row => Assert.NotEmpty(row.Objects));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void A_variant_that_suspends_in_pooled_methods_says_how_many_boxes_it_rents_and_no_other_does(string id)
    {
        var variants = Catalogued.One(id).Variants;

        Assert.All(variants.Where(variant => variant is { Builder: Builder.Pooling, Suspends: not null }), variant => Assert.NotEqual(0, variant.PooledBoxes));
        Assert.All(variants.Where(variant => variant.Suspends is null), variant => Assert.Equal(0, variant.PooledBoxes));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Published_figures_come_from_a_source_that_says_what_they_were_measured_with(string id)
    {
        var workload = Catalogued.One(id);

        Assert.Equal(workload.Published.Count > 0, workload.PublishedOn is not null);
        Assert.True(workload.Source is not null || (workload.Published.Count == 0 && workload.Differences.Count == 0), "figures without a source");
        Assert.All(workload.Published, figure => Assert.True(figure.NanosecondsPerOperation is not null || figure.Quoted is not null, figure.Variant));
        Assert.Distinct(workload.Published.Select(figure => (figure.Table, Catalogued.Cell(figure.Variant, figure.Arguments))));
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Variants_return_equal_values(string id)
    {
        var workload = Catalogued.One(id);
        var withValue = workload.Variants.Where(variant => variant.ReturnType is not ("Task" or "ValueTask")).ToList();
        foreach (var arguments in Catalogued.ArgumentsOf(workload))
        {
            workload.SetUp(arguments);
            var values = withValue.ToLookup(variant => Values(workload.CreateOperation(variant.Id, arguments)), variant => variant.Id);
            workload.TearDown();

            Assert.True(values.Count == 1, $"{Catalogued.Cell("all", arguments)}: {string.Join("; ", values.Select(value => $"{value.Key} from {string.Join(", ", value)}"))}");
        }
    }

    [Theory]
    [MemberData(nameof(Ids))]
    public void Unknown_variants_are_refused(string id)
    {
        var workload = Catalogued.One(id);
        var arguments = Catalogued.ArgumentsOf(workload)[0];
        workload.SetUp(arguments);

        Assert.Throws<ArgumentException>(() => workload.CreateOperation("no-such-variant", arguments));

        workload.TearDown();
    }

    [Theory]
    [InlineData("mixed-fast-path", "async-task", "fast", "yes")]
    [InlineData("wrapping", "task-over-task", "probability", "1.1")]
    [InlineData("wrapping", "task-over-task", "probability", "-0.1")]
    [InlineData("wrapping", "task-over-task", "probability", "NaN")]
    [InlineData("wrapping", "task-over-task", "probability", "0,5")]
    [InlineData("wrapping", "task-over-task", "result", "int")]
    [InlineData("closures", "plain", "delay-ms", "2")]
    public void Values_out_of_range_are_refused(string id, string variant, string parameter, string value)
    {
        var workload = Catalogued.One(id);
        var arguments = workload.Parameters.ToDictionary(known => known.Name, known => known.Default);
        arguments[parameter] = value;

        Assert.Throws<ArgumentException>(() => workload.CreateOperation(variant, new Arguments(arguments)));
    }

    [Theory]
    [InlineData("0.259")]
    [InlineData("0.5")]
    [InlineData("1.0")]
    public void Wrapping_takes_any_probability(string probability)
    {
        var operation = Catalogued.One("wrapping").CreateOperation("task-over-task", Arguments.Of(("probability", probability), ("result", "bool")));

        Assert.Equal("True", ReturnedValue.Of(operation));
    }

    // Of three calls: what a stream or a cache returns depends on the call.
    private static string Values(Operation operation) =>
        string.Join(' ', Enumerable.Range(0, 3).Select(_ => ReturnedValue.Of(operation) ?? throw new InvalidOperationException("the operation returns nothing")));

    [GeneratedRegex("^[a-z0-9]+(-[a-z0-9]+)*$")]
    private static partial Regex KebabCase();
}
