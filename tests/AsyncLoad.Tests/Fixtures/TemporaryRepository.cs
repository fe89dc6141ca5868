using AsyncLoad.Harness.Execution;
using AsyncLoad.Model.Units;
using Xunit;

namespace AsyncLoad.Tests.Fixtures;

/// <summary>A repository in a folder of its own, which goes with it.</summary>
internal sealed class TemporaryRepository : IDisposable
{
    private readonly string above = Directory.CreateTempSubdirectory("asyncload-git-").FullName;

    /// <param name="name">Name of its folder.</param>
    public TemporaryRepository(string name = "repository") => Files = new TestRepository(Directory.CreateDirectory(Path.Combine(above, name)).FullName, Git);

    public TestRepository Files { get; }

    public void Dispose() => Directory.Delete(above, recursive: true);

    /// <summary>Runs git in a folder.</summary>
    public static string GitIn(string folder, params string[] arguments)
    {
        var ended = ToolProcess.RunAsync("git", arguments, folder, Duration.FromSeconds(60), CancellationToken.None).GetAwaiter().GetResult();
        Assert.True(ended.ExitCode == 0, ended.Output);
        return ended.Output;
    }

    private string Git(string[] arguments) => GitIn(above, arguments);
}
