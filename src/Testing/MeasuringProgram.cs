using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;

namespace AsyncLoad.Testing;

/// <summary>How the program ended.</summary>
/// <param name="Code">Its exit code; 0 when all was measured.</param>
/// <param name="Error">The text of its error stream.</param>
internal sealed record ProgramEnd(int Code, string Error)
{
    private const int MostLines = 8;

    /// <summary>Why it did not measure: the first lines of its error stream, or its exit code.</summary>
    public string Reason
    {
        get
        {
            var lines = Error.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            var said = string.Join('\n', lines.Take(MostLines).Select(line => line.StartsWith("error: ", StringComparison.Ordinal) ? line["error: ".Length..] : line));
            return said.Length > 0 ? said : string.Create(CultureInfo.InvariantCulture, $"asyncload ended with exit code {Code}");
        }
    }
}

/// <summary>The program <c>asyncload</c>, which the package puts into a folder beside the test's assembly. The only place of this library that starts processes.</summary>
internal static class MeasuringProgram
{
    // Two measurements at a time would disturb each other.
    private static readonly SemaphoreSlim Turn = new(1, 1);

    /// <summary>Runs it to its end, after earlier calls have ended. On cancellation it is killed with all processes that it started.</summary>
    /// <exception cref="MeasurementException">The program is missing, or did not start.</exception>
    public static async Task<ProgramEnd> RunAsync(IEnumerable<string> arguments, CancellationToken cancellation)
    {
        var assembly = Path.Combine(Path.GetDirectoryName(typeof(MeasuringProgram).Assembly.Location) ?? AppContext.BaseDirectory, "asyncload", "asyncload.dll");
        if (!File.Exists(assembly)) throw new MeasurementException($"{assembly} is missing: reference the package AsyncLoad.Testing directly in the test project");
        await Turn.WaitAsync(cancellation);
        try
        {
            return await RunAsync(new ProcessStartInfo(Muxer(), [assembly, .. arguments]), cancellation);
        }
        finally
        {
            Turn.Release();
        }
    }

    private static async Task<ProgramEnd> RunAsync(ProcessStartInfo start, CancellationToken cancellation)
    {
        start.RedirectStandardOutput = true;
        start.RedirectStandardError = true;
#pragma warning disable RS0030 // The one place that may start a process.
        using var process = Process.Start(start) ?? throw new MeasurementException($"{start.FileName} did not start");
#pragma warning restore RS0030
        // Results are in the run folder; the output is read because a full pipe would block the program.
        var output = process.StandardOutput.BaseStream.CopyToAsync(Stream.Null, CancellationToken.None);
        var error = process.StandardError.ReadToEndAsync(CancellationToken.None);
        try
        {
            await process.WaitForExitAsync(cancellation);
        }
        finally
        {
            if (!process.HasExited) process.Kill(entireProcessTree: true);
        }

        await output;
        return new ProgramEnd(process.ExitCode, await error);
    }

    // The second is for Windows.
    private static readonly string[] MuxerNames = ["dotnet", "dotnet.exe"];

    // The dotnet of the runtime that the test runs on: three folders above its framework.
    private static string Muxer()
    {
        var root = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        return MuxerNames.Select(name => Path.Combine(root, name)).FirstOrDefault(File.Exists) ?? "dotnet";
    }
}
