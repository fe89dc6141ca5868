using AsyncLoad.Harness.Execution;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public class HostFilesTests
{
    [Theory]
    [InlineData("net8.0", "host-net8.0")]
    [InlineData("NET9.0", "host-net8.0")]
    [InlineData("net8.0-windows", "host-net8.0")]
    [InlineData("net10.0", "host")]
    [InlineData("netstandard2.0", "host")]
    [InlineData("", "host")]
    public void A_project_references_the_contract_that_its_framework_can(string framework, string folder) =>
        Assert.Equal(Path.Combine(AppContext.BaseDirectory, folder, "AsyncLoad.Workloads.dll"), HostFiles.Contract(framework));
}
