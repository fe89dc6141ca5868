using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Allocations;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>Methods whose result an interface or a base class of another assembly says.</summary>
public sealed class ContractTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("al-contracts-");

    public void Dispose() => folder.Delete(recursive: true);

    public static TheoryData<string, string, string, string> Bound => new()
    {
        { "Store", "LoadAsync", "ISaidStore", "CS0738" },
        { "AskHandler", "HandleAsync", "ISaidHandler<Ask, string>", "CS0738" },
        { "Computing", "ComputeAsync", "SaidBase", "CS0508" },
        { "Doing", "DoAsync", "SaidBase<string>", "CS0508" },
        { "Explicit", "BorrowedNames.ISaidStore.LoadAsync", "ISaidStore", "CS0535" },
        { "Made", "MakeAsync", "ISaidMaker<Made>", "CS0738" },
    };

    [Theory]
    [MemberData(nameof(Bound))]
    public void What_another_project_says_is_changed_there_first(string type, string method, string contract, string error)
    {
        var advice = CountedSites.Advise(CountedSites.Task(type, method));

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.NotNull(advice.Remedy);
        Assert.Contains(advice.Check, check => check.StartsWith($"{contract} in BorrowedNames.dll declares its return type: change that first", StringComparison.Ordinal) && check.Contains(error, StringComparison.Ordinal));
    }

    [Fact]
    public void A_generic_interface_bears_the_names_of_its_own_type_parameters()
    {
        var advice = CountedSites.Advise(CountedSites.Task("Rows`2[System.__Canon,System.__Canon]", "FindAsync", "System.__Canon"));

        Assert.Contains("IOwnRows<TKey, TRow> declares it too: change its return type there as well.", advice.Check);
    }

    [Theory]
    [MemberData(nameof(Bound))]
    public void What_a_package_says_cannot_be_changed(string type, string method, string contract, string error)
    {
        Copy("CountedServices.dll", "BorrowedNames.dll");
        File.WriteAllText(
            Path.Combine(folder.FullName, "CountedServices.deps.json"),
            """{ "targets": { "net": { "BorrowedNames/2.0.1": { "runtime": { "lib/net8.0/BorrowedNames.dll": {} } } } }, "libraries": { "BorrowedNames/2.0.1": { "type": "package" } } }""");

        var advice = CountedSites.Advise(CountedSites.Task(type, method, folder: folder.FullName));

        Assert.Equal((AdviceWeight.Nothing, null, null), (advice.Weight, advice.Remedy, advice.Removable));
        Assert.Equal($"Its return type comes from {contract}, which belongs to the package BorrowedNames 2.0.1 (BorrowedNames.dll) and cannot be changed ({error}).", Assert.Single(advice.Check));
    }

    [Theory]
    [MemberData(nameof(Bound))]
    public void What_an_assembly_says_that_cannot_be_read_is_not_recommended(string type, string method, string contract, string error)
    {
        Copy("CountedServices.dll");

        var advice = CountedSites.Advise(CountedSites.Task(type, method, folder: folder.FullName));

        Assert.Equal(AdviceWeight.Conditional, advice.Weight);
        Assert.Contains(advice.Check, check => check.StartsWith($"{contract} in BorrowedNames.dll, which cannot be read here", StringComparison.Ordinal) && check.Contains(error, StringComparison.Ordinal));
    }

    [Fact]
    public void A_method_of_the_same_name_and_another_signature_binds_nothing()
    {
        var advice = CountedSites.Advise(Sites.Of(Sites.TaskOf("System.String"), 20, CountedSites.Frame("Other", "OtherAsync", null) with { Signature = "instance class System.Threading.Tasks.Task`1<class System.String>  (int32)" }));

        Assert.Equal(("Other.OtherAsync(int)", AdviceWeight.Recommended), (advice.Method, advice.Weight));
        Assert.Empty(advice.Check);
    }

    [Fact]
    public void Other_implementations_are_named()
    {
        var check = Assert.Single(CountedSites.Advise(CountedSites.Task("Store", "LoadAsync")).Check, check => check.StartsWith("It is also", StringComparison.Ordinal));

        Assert.Contains("OtherStore.LoadAsync(int)", check, StringComparison.Ordinal);
        Assert.Contains("Explicit.ISaidStore.LoadAsync(int)", check, StringComparison.Ordinal);
        Assert.DoesNotContain("Other.", check, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AskHandler", "HandleAsync", "Both calls found await it at once")]
    [InlineData("Made", "MakeAsync", "The only call that was found awaits it at once")]
    public void Calls_through_the_contract_are_found_in_its_assembly(string type, string method, string found) =>
        Assert.Contains(found, CountedSites.Advise(CountedSites.Task(type, method)).Because, StringComparison.Ordinal);

    [Fact]
    public void What_a_class_takes_from_its_base_for_its_interface_changes_with_that()
    {
        var advice = CountedSites.Advise(CountedSites.Task("RepositoryBase`1", "GetAsync"));

        Assert.Equal(("RepositoryBase<T>.GetAsync(int)", AdviceWeight.Recommended), (advice.Method, advice.Weight));
        Assert.Contains("The only call that was found awaits it at once", advice.Because, StringComparison.Ordinal);
        Assert.StartsWith("IOwnRepository<string> declares it too", Assert.Single(advice.Check), StringComparison.Ordinal);
    }

    [Fact]
    public void What_a_class_of_another_assembly_takes_from_its_base_is_bound_by_that_assembly()
    {
        var advice = CountedSites.Advise(CountedSites.Task("SaidReader", "ReadAsync"), Elsewhere);

        Assert.Equal(("SaidReader.ReadAsync(int)", AdviceWeight.Conditional), (advice.Method, advice.Weight));
        Assert.Contains("The only call that was found awaits it at once", advice.Because, StringComparison.Ordinal);
        Assert.Contains(advice.Check, check => check.StartsWith("IOwnRead in CountedServices.dll declares its return type", StringComparison.Ordinal) && check.Contains("CS0738", StringComparison.Ordinal));
    }

    // What the caller does otherwise: a trace has frames of both assemblies.
    private static AllocationSite Elsewhere => Sites.Of("System.String", 1, CountedSites.Frame("BoundMethods", "RunAsync", null));

    private void Copy(params string[] files)
    {
        foreach (var file in files) File.Copy(Path.Combine(CountedSites.Folder, file), Path.Combine(folder.FullName, file));
    }
}
