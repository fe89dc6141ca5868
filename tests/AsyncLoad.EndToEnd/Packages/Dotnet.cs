namespace AsyncLoad.EndToEnd.Packages;

/// <summary>The command <c>dotnet</c> as somebody has it who knows nothing of this repository: a home, a package folder and temporary files of its own, no network.</summary>
internal static class Dotnet
{
    // Sources of the machine are left out, and with them the network.
    private const string OnlyPackages = """
        <configuration>
          <packageSources>
            <clear />
            <add key="packed" value="packages" />
          </packageSources>
          <fallbackPackageFolders>
            <clear />
          </fallbackPackageFolders>
        </configuration>
        """;

    /// <summary>Gives a sandbox the packages of a folder as its only source.</summary>
    public static void Serve(Sandbox sandbox, string packages)
    {
        sandbox.Copy(packages, "packages");
        sandbox.Write("nuget.config", OnlyPackages);
        Directory.CreateDirectory(sandbox.At("home"));
        Directory.CreateDirectory(sandbox.At("cli"));
    }

    /// <summary>Runs it in a sandbox that has packages, and expects it to succeed.</summary>
    public static Task<EndedProgram> RunAsync(Sandbox sandbox, params string[] arguments) => RunAsync(sandbox, code: 0, arguments);

    /// <summary>The same, of a program that ends with another code.</summary>
    public static async Task<EndedProgram> RunAsync(Sandbox sandbox, int code, params string[] arguments)
    {
        using var program = RunningProgram.Start(sandbox, Repository.Muxer, arguments, [.. Own(sandbox), ("TMPDIR", sandbox.At("cli"))]);
        return (await program.EndAsync()).Expect(code);
    }

    /// <summary>Starts a program that it installed or built; its temporary files are those of the sandbox.</summary>
    public static RunningProgram Start(Sandbox sandbox, string program, params string[] arguments) =>
        RunningProgram.Start(sandbox, program, arguments, Own(sandbox));

    // The first run of dotnet writes to its home, and a build leaves processes behind unless told not to.
    private static (string Name, string Value)[] Own(Sandbox sandbox) =>
    [
        ("DOTNET_ROOT", Path.GetDirectoryName(Repository.Muxer)!),
        ("DOTNET_CLI_HOME", sandbox.At("home")),
        ("NUGET_PACKAGES", sandbox.At("restored")),
        ("DOTNET_NOLOGO", "1"),
        ("DOTNET_CLI_TELEMETRY_OPTOUT", "1"),
        ("MSBUILDDISABLENODEREUSE", "1"),
    ];
}
