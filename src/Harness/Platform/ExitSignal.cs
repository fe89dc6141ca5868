namespace AsyncLoad.Harness.Platform;

/// <summary>Names the signal behind an exit code: on Unix a killed process shows as 128 + the signal's number.</summary>
internal static class ExitSignal
{
    public static string? Of(int exitCode) => OperatingSystem.IsWindows() ? null : exitCode switch
    {
        128 + 2 => "SIGINT",
        128 + 4 => "SIGILL",
        128 + 6 => "SIGABRT",
        128 + 7 => "SIGBUS",
        128 + 8 => "SIGFPE",
        128 + 9 => "SIGKILL",
        128 + 11 => "SIGSEGV",
        128 + 15 => "SIGTERM",
        _ => null,
    };
}
