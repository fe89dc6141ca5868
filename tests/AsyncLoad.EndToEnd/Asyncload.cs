using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>The real program, started as its users start it.</summary>
internal static class Asyncload
{
    /// <summary>Starts it.</summary>
    public static RunningProgram Start(Sandbox sandbox, params string[] arguments) => StartIn(sandbox, [], arguments);

    /// <summary>Starts it under some environment variables.</summary>
    public static RunningProgram StartIn(Sandbox sandbox, (string Name, string Value)[] environment, params string[] arguments) =>
        RunningProgram.Start(sandbox, Repository.Muxer, [Path.Combine(Repository.ProgramFolder, "asyncload.dll"), .. arguments], environment);

    /// <summary>Runs it to its end, and checks that nothing of it is left.</summary>
    public static Task<EndedProgram> RunAsync(Sandbox sandbox, params string[] arguments) => RunInAsync(sandbox, [], arguments);

    /// <summary>The same under some environment variables.</summary>
    public static async Task<EndedProgram> RunInAsync(Sandbox sandbox, (string Name, string Value)[] environment, params string[] arguments)
    {
        using var program = StartIn(sandbox, environment, arguments);
        var ended = await program.EndAsync();
        AssertNothingIsLeft(sandbox);
        return ended;
    }

    /// <summary>Runs it to its end in a sandbox where an earlier program was ended by force and left its temporary files.</summary>
    public static async Task<EndedProgram> RunLeavingAsync(Sandbox sandbox, params string[] arguments)
    {
        var before = sandbox.TemporaryFiles.ToHashSet();
        using var program = Start(sandbox, arguments);
        var ended = await program.EndAsync();
        Assert.Empty(sandbox.TemporaryFiles.Except(before));
        return ended;
    }

    /// <summary>No process, no socket, no temporary file: after any end but a violent one.</summary>
    public static void AssertNothingIsLeft(Sandbox sandbox)
    {
        if (OperatingSystem.IsLinux()) Assert.Empty(HostProcesses.All(sandbox));
        Assert.Empty(sandbox.TemporaryFiles);
    }
}
