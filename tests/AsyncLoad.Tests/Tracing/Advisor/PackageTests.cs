using AsyncLoad.Reporting.Document.Tracing;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using AsyncLoad.Tracing.Naming;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>Code of packages, which the user cannot change.</summary>
public sealed class PackageTests : IDisposable
{
    private static readonly TracedFrame Vendor = new("/elsewhere/Vendor.dll", "Vendor.Client+<SendAsync>d__1", "MoveNext", "instance void  ()");

    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory();

    public PackageTests() => File.WriteAllText(
        Path.Combine(folder.FullName, "App.deps.json"),
        """{ "targets": { "net": { "Vendor/2.0.1": { "runtime": { "lib/net8.0/Vendor.dll": {} } } } }, "libraries": { "Vendor/2.0.1": { "type": "package" } } }""");

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public void A_method_of_a_package_is_to_be_reported_or_wrapped_and_the_users_call_is_named()
    {
        var advice = Assert.Single(Advise(
            Box(20, Sites.MoveNext("PriceAsync", typeof(string))),
            Box(10, Sites.MoveNext("PlainAsync")),
            Box(30)).Methods);

        Assert.Equal((AdviceWeight.Package, "Vendor 2.0.1", "SampleShop.PriceAsync(string)", null), (advice.Weight, advice.Package, advice.CalledFrom, advice.Removable));
        Assert.Contains("Report it there, or call it less often", advice.Remedy, StringComparison.Ordinal);
        Assert.Contains("SampleShop.PriceAsync(string)", advice.Because, StringComparison.Ordinal);
    }

    [Fact]
    public void Packages_are_summed_apart_and_are_no_part_of_what_can_be_saved()
    {
        var report = Advise(Box(20, Sites.MoveNext("PlainAsync")), Sites.Of(Sites.TaskOf("System.Decimal"), 30, Sites.MoveNext("PriceAsync", typeof(string))), Sites.Of("System.String", 50, Vendor));

        Assert.Equal((30L, 20L, 50L), (report.Account.AsyncMethods.Samples, report.Account.Packages.Samples, report.Account.Other.Samples));
        Assert.Equal(["SampleShop.PriceAsync(string)"], AdviceWords.Actionable(report).Select(advice => advice.Method));
    }

    [Fact]
    public void A_method_that_is_called_by_nothing_of_the_users_says_so()
    {
        var advice = Assert.Single(Advise(Box(20)).Methods);

        Assert.Null(advice.CalledFrom);
        Assert.Contains("None of your methods is on its stacks", advice.Because, StringComparison.Ordinal);
    }

    private static AllocationSite Box(int samples, params TracedFrame[] outer) => Sites.Of(Sites.Box(Vendor.Type), samples, [Sites.BoxMaker(), Vendor, .. outer]);

    private AdviceReport Advise(params AllocationSite[] sites) => AdviceBuilder.Build(sites, Sites.Seconds, AllocationSource.Sampled, new AdviceOptions(0, [folder.FullName]));
}
