using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>.NET 8, 9 and 10 side by side, from their packages; kept beside the builds, since it takes ten seconds and 230 MB, and no test changes it.</summary>
internal static class LaidOutRuntimes
{
    private static readonly SemaphoreSlim One = new(1);

    /// <summary>Their folder; the test is skipped where no package source has them.</summary>
    public static async Task<string> InAsync(Sandbox sandbox)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "runtimes are laid out side by side on Linux only");
        await One.WaitAsync(TestContext.Current.CancellationToken);
        try
        {
            return await LayOutAsync(sandbox, Path.Combine(Repository.Root, "artifacts", "dotnet"));
        }
        finally
        {
            One.Release();
        }
    }

    private static async Task<string> LayOutAsync(Sandbox sandbox, string root)
    {
        if (File.Exists(Path.Combine(root, "dotnet"))) return root;
        using var program = RunningProgram.Start(sandbox, Path.Combine(Repository.Root, "tests", "runtimes"), [root]);
        var ended = await program.EndAsync();
        Assert.SkipWhen(ended.Code == 3, $"the runtimes of .NET 8 and 9 cannot be had: {ended.Error}");
        ended.Expect(0);
        foreach (var file in Directory.EnumerateFileSystemEntries(sandbox.Temporary)) DeleteAny(file);
        return root;
    }

    // What the SDK leaves in the folder for temporary files is not what these tests look for there.
    private static void DeleteAny(string path)
    {
        if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
        else File.Delete(path);
    }
}
