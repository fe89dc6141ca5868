using System.Runtime.Versioning;
using System.Text;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>The complete run was measured by a program with a secret in its environment, which was looked at while it ran.</summary>
[Fault(26)]
[Collection(typeof(CompleteRunReaders))]
public class Fault26SecretTests(CompleteRun run)
{
    [Theory]
    [InlineData(CompleteRun.Secret)]
    [InlineData(CompleteRun.SecretName)]
    public void No_file_of_a_run_holds_what_the_environment_held(string text) => Assert.All(
        run.Folder.Files,
        file => Assert.All([Encoding.UTF8, Encoding.Unicode], encoding => Assert.Equal(-1, File.ReadAllBytes(run.Folder.At(file)).AsSpan().IndexOf(encoding.GetBytes(text)))));

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void A_run_folder_is_for_nobody_else()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Unix modes");
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(run.Folder.Folder));
    }
}
