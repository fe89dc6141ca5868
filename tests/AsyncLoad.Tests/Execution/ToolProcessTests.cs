using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Execution;

public sealed class ToolProcessTests
{
    [Fact]
    public async Task A_tool_of_dotnet_sends_nothing_home()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "asks a shell of Unix");

        var said = await ToolProcess.RunAsync(
            "/bin/sh", ["-c", "echo \"$DOTNET_CLI_TELEMETRY_OPTOUT\""], Path.GetTempPath(), Duration.FromSeconds(600), TestContext.Current.CancellationToken);

        Assert.Equal("1", said.Output.Trim());
    }
}
