using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Names that the source writes otherwise than the runtime.</summary>
public sealed class CalledTests
{
    [Theory]
    [InlineData("get_First", "Called.First")]
    [InlineData("get_Item", "Called.this[int]")]
    [InlineData("op_Addition", "Called.operator +(Called, int)")]
    [InlineData("Try", "Called.Try(int, out int, in int, ref int, ref readonly int)")]
    public void Members_bear_the_name_that_the_source_has(string method, string written) =>
        Assert.Equal(written, CountedSites.Advise(CountedSites.Task("Called", method)).Method);

    [Fact]
    public void A_lambda_that_initialises_a_field_bears_its_name()
    {
        using var assembly = AsyncLoad.Tracing.Metadata.AssemblyFile.Open(CountedSites.Assembly)!;
        var lambdas = assembly.Metadata.MethodDefinitions
            .Select(assembly.Methods.Describe)
            .Where(method => method is { IsLambda: true, IsAsync: true } && method.Called.Type.Definition.StartsWith("CountedServices.Called", StringComparison.Ordinal))
            .Select(method => method!.CSharp);

        Assert.Equal(["lambda in Called.Finds", "lambda in Called.Seeks", "lambda in Called.finder"], lambdas.Order(StringComparer.Ordinal));
    }
}
