using System.Net.Sockets;
using AsyncLoad.Host;
using Xunit;

namespace AsyncLoad.Tests.Host;

/// <summary>A process that a workload starts must not wait for a debugger that never comes.</summary>
public class DiagnosticPortTests
{
    [Theory]
    [InlineData("DOTNET_DiagnosticPorts")]
    [InlineData("DOTNET_DefaultDiagnosticPortSuspend")]
    public void What_suspends_a_process_at_its_start_is_not_handed_on(string name)
    {
        Environment.SetEnvironmentVariable(name, "1");
        try
        {
            // Nobody listens there, so it ends at once; by then the variable is gone.
            Assert.ThrowsAny<SocketException>(() => HostProcess.Serve(Path.Combine(Path.GetTempPath(), $"al-nobody-{Guid.NewGuid():N}"[..20]), [], engine: null));
            Assert.Null(Environment.GetEnvironmentVariable(name));
        }
        finally
        {
            Environment.SetEnvironmentVariable(name, null);
        }
    }
}
