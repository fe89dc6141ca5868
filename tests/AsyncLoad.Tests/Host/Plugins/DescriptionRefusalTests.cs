using AsyncLoad.Host.Plugins;
using AsyncLoad.Model.Catalogues;
using Xunit;

namespace AsyncLoad.Tests.Host.Plugins;

/// <summary>What a native workload says of itself and no plan can work with.</summary>
public sealed class DescriptionRefusalTests
{
    private const int Allowed = 32_000;

    private static readonly WorkloadDescription Fit = FixturePlugins.Describe(FixturePlugins.Benchmarks).Workloads[0];

    public static TheoryData<string, Func<string, WorkloadDescription>> Texts => new()
    {
        { "id", text => Fit with { Id = text } },
        { "summary", text => Fit with { Summary = text } },
        { "variant", text => Fit with { Variants = [Fit.Variants[0] with { Id = text }] } },
        { "return type", text => Fit with { Variants = [Fit.Variants[0] with { ReturnType = text }] } },
        { "parameter", text => Fit with { Parameters = [new ParameterDescription(text, "", ["1"], "1", null)] } },
        { "value", text => Fit with { Parameters = [new ParameterDescription("size", "", [text], text, null)] } },
    };

    [Fact]
    public void One_that_fits_is_not_refused() => Assert.Null(DescriptionRefusals.Problem(Fit));

    [Fault(30)]
    [Theory]
    [MemberData(nameof(Texts))]
    public void A_text_without_an_end_is_refused(string what, Func<string, WorkloadDescription> with)
    {
        Assert.NotEmpty(what);
        Assert.Null(DescriptionRefusals.Problem(with(new string('x', Allowed))));
        Assert.Equal(
            "it has a name, a description or a value of 32001 characters, and 32000 are allowed: build long text in the operation",
            DescriptionRefusals.Problem(with(new string('x', Allowed + 1))));
    }
}
