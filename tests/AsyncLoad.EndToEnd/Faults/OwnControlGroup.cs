using System.Globalization;
using System.Security.Cryptography;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>A control group with limits on memory and processors, made for one test: version 2 of the interface, else version 1. Gone on disposal.</summary>
internal sealed class OwnControlGroup : IDisposable
{
    private const string Mount = "/sys/fs/cgroup";
    private const long Period = 100_000;

    private readonly string[] folders;

    private OwnControlGroup(string[] folders) => this.folders = folders;

    /// <summary>Makes one; skips the test where the system does not let it.</summary>
    /// <param name="memoryMegabytes">What its processes may hold together.</param>
    /// <param name="cores">What they may use.</param>
    public static OwnControlGroup Require(long memoryMegabytes, double cores)
    {
        var name = "al-test-" + RandomNumberGenerator.GetHexString(8, lowercase: true);
        var (bytes, quota) = (Text(memoryMegabytes << 20), Text((long)(cores * Period)));
        try
        {
            return File.Exists($"{Mount}/cgroup.controllers")
                ? Make([$"{Mount}/{name}"], ("memory.max", bytes), ("memory.swap.max", "0"), ("cpu.max", $"{quota} {Text(Period)}"))
                : Make([$"{Mount}/memory/{name}", $"{Mount}/cpu/{name}"], ("memory.limit_in_bytes", bytes), ("cpu.cfs_quota_us", quota));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Assert.Skip($"no control group can be made here, which takes root and {Mount} mounted for writing: {exception.Message}");
            throw;
        }
    }

    /// <summary>Starts the program in it.</summary>
    public RunningProgram Start(Sandbox sandbox, params string[] arguments)
    {
        var join = string.Concat(folders.Select(folder => $"echo $$ > {folder}/cgroup.procs && "));
        return RunningProgram.Start(sandbox, "sh", ["-c", join + "exec \"$0\" \"$@\"", .. Confined.Program(arguments)]);
    }

    // A group goes when its last process has gone.
    public void Dispose()
    {
        foreach (var folder in folders) Directory.Delete(folder);
    }

    private static OwnControlGroup Make(string[] folders, params (string File, string Value)[] limits)
    {
        foreach (var folder in folders) Directory.CreateDirectory(folder);
        var group = new OwnControlGroup(folders);
        try
        {
            foreach (var (file, value) in limits)
            {
                // Without swap there is no limit on it.
                if (folders.Select(folder => Path.Combine(folder, file)).FirstOrDefault(File.Exists) is { } path) File.WriteAllText(path, value);
                else if (file != "memory.swap.max") throw new IOException($"no {file}");
            }

            return group;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            group.Dispose();
            throw;
        }
    }

    private static string Text(long value) => value.ToString(CultureInfo.InvariantCulture);
}
