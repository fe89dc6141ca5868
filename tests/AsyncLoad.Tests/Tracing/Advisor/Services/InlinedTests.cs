using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Methods of assemblies that have no frame in the trace, since all their code was put into callers.</summary>
public sealed class InlinedTests
{
    [Theory]
    [InlineData("Borrower", "UseAsync", "HandOutAsync", "Lender.HandOutAsync(int)", "BorrowedNames.dll")]
    [InlineData("SaidCalls", "GiveAsync", "GiveAsync", "Source.GiveAsync(int)", "CountedServices.dll")]
    public void A_task_is_charged_to_the_method_of_another_assembly_that_makes_it(string type, string method, string called, string maker, string assembly)
    {
        var site = CountedSites.TaskOfCall(type, method, called);

        Assert.DoesNotContain(site.Frames, frame => frame.Module?.EndsWith(assembly, StringComparison.Ordinal) == true);
        Assert.Equal((maker, assembly), (CountedSites.Advise(site).Method, CountedSites.Advise(site).Assembly));
    }
}
