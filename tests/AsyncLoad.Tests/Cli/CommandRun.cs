using AsyncLoad.Harness.Cli;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Cli.Run;
using AsyncLoad.Model.Runs;
using AsyncLoad.Model.Units;
using AsyncLoad.Tests.Planning;
using Xunit;

namespace AsyncLoad.Tests.Cli;

/// <summary>What a command line did.</summary>
internal sealed record CommandRun(ExitCode Code, string Output, string Error)
{
    /// <summary>The repository, found from the test's own binaries upwards.</summary>
    public static string ProfileFolder => Path.Combine(Repository.Root, "profiles");

    public static string Smoke => Path.Combine(ProfileFolder, "smoke.json");

    public static Task<CommandRun> Of(params string[] arguments) =>
        With(_ => Task.FromResult(TestCatalogue.Own), ByteSize.FromMegabytes(8_000), arguments);

    /// <summary>Fit to measure.</summary>
    public static RunEnvironment Sound { get; } = new(null, false, new ProcessState(true, false), new ProcessState(true, false), []);

    public static Task<CommandRun> With(DescribeHost host, ByteSize? free, params string[] arguments) =>
        In(Sound, services => services with { DescribeHost = host, FreeMemory = () => free }, arguments);

    /// <summary>In a terminal of so many characters a line, without colours.</summary>
    public static Task<CommandRun> At(int width, params string[] arguments) =>
        In(Sound, services => services with { Terminal = services.Terminal with { OutputIsTerminal = true, Width = width } }, arguments);

    public static async Task<CommandRun> In(RunEnvironment environment, Func<CliServices, CliServices> change, params string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var terminal = new Terminal(output, error, OutputIsTerminal: false, ErrorIsTerminal: false, NoColor: false);
        var services = new CliServices(
            terminal,
            _ => Task.FromResult(TestCatalogue.Own),
            () => ByteSize.FromMegabytes(8_000),
            () => null,
            _ => Task.FromResult(environment),
            ProfileFolder)
        {
            // These tests may themselves run on a build server.
            BuildServer = new BuildServer(_ => null),
        };
        var code = await CommandLine.RunAsync(arguments, change(services), TestContext.Current.CancellationToken);
        return new CommandRun(code, output.ToString(), error.ToString());
    }
}
