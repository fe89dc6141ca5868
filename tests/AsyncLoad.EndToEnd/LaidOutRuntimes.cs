using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>.NET 8, 9 and 10 side by side, or .NET 11, from their packages; kept beside the builds, since it takes ten seconds and 230 MB, and no test changes it.</summary>
internal static class LaidOutRuntimes
{
    private static readonly SemaphoreSlim One = new(1);

    /// <summary>Their folder; the test is skipped where no package source has them.</summary>
    public static Task<string> InAsync(Sandbox sandbox) => InAsync(sandbox, "dotnet");

    /// <summary>The folder of .NET 11 alone; the test is skipped where no package source has it.</summary>
    public static Task<string> NextInAsync(Sandbox sandbox) => InAsync(sandbox, "dotnet-11", "11.0.0");

    private static async Task<string> InAsync(Sandbox sandbox, string folder, params string[] versions)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "runtimes are laid out side by side on Linux only");
        await One.WaitAsync(TestContext.Current.CancellationToken);
        try
        {
            return await LayOutAsync(sandbox, Path.Combine(Repository.Root, "artifacts", folder), versions);
        }
        finally
        {
            One.Release();
        }
    }

    private static async Task<string> LayOutAsync(Sandbox sandbox, string root, string[] versions)
    {
        if (File.Exists(Path.Combine(root, "dotnet"))) return root;
        using var program = RunningProgram.Start(sandbox, Path.Combine(Repository.Root, "tests", "runtimes"), [root, .. versions]);
        var ended = await program.EndAsync();
        Assert.SkipWhen(ended.Code == 3, $"runtimes for {Path.GetFileName(root)} cannot be had: {ended.Error}");
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
