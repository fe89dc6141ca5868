using System.Globalization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Assurance.Soak;

/// <summary><c>soak [--for TIME] [--output DIR]</c>: does the program keep its size and its pace over thousands of pairs under pressure?</summary>
internal static class SoakCommand
{
    private const int BarMissed = 2;
    private const int BadArguments = 4;

    private static readonly Duration Usual = Duration.FromSeconds(2 * 3_600);

    // The first minute does not count, and quarters of the rest need two samples each.
    private static readonly Duration Shortest = Duration.FromSeconds(3 * 60);

    /// <summary>Measures, judges and prints.</summary>
    /// <returns>The exit code: 2 when a bar is missed.</returns>
    public static async Task<int> RunAsync(string[] options)
    {
        if (Parse(options) is not { } asked) return Refuse($"soak [--for TIME] [--output DIR]: {Shortest} or more, 2h unless said otherwise, and an absent or empty folder");
        if (Problem(asked.Folder) is { } problem) return Refuse(problem);
        // The run gets the same signal, ends in good order, and is judged.
        Console.CancelKeyPress += (_, pressed) => pressed.Cancel = true;
        var samples = Path.Combine(Directory.CreateDirectory(asked.Folder).FullName, "samples.csv");
        await File.WriteAllTextAsync(samples, SoakText.Header);
        await Console.Error.WriteLineAsync($"for {asked.Length}; samples: {samples}");
        var evidence = await new SoakRun(asked.Length, asked.Folder, sample => File.AppendAllText(samples, SoakText.Line(sample))).MeasureAsync();
        var bars = Judge.Bars(evidence);
        await Console.Out.WriteAsync(SoakText.Of(evidence, bars));
        return bars.All(bar => bar.Holds) ? 0 : BarMissed;
    }

    private static (Duration Length, string Folder)? Parse(string[] options)
    {
        var (length, folder) = (Usual, Path.Combine("runs", $"soak-{DateTime.UtcNow.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture)}"));
        for (var at = 0; at < options.Length; at += 2)
        {
            var value = at + 1 < options.Length ? options[at + 1] : "";
            if (options[at] == "--output" && value.Length > 0) folder = value;
            else if (options[at] != "--for" || !Duration.TryParse(value, out length) || length < Shortest) return null;
        }

        return (length, folder);
    }

    private static string? Problem(string folder)
    {
        if (!OperatingSystem.IsLinux()) return "soak reads /proc, which only Linux has";
        if (!File.Exists(Clone.Program)) return $"{Clone.Program} is not there: dotnet build src/Harness -c Release";
        if (!SoakRun.HasShortTemporary) return $"{Path.GetTempPath()} is too long for sockets below it: set TMPDIR to a shorter folder";
        return Directory.Exists(folder) && Directory.EnumerateFileSystemEntries(folder).Any() ? $"{folder} is not empty" : null;
    }

    private static int Refuse(string why)
    {
        Console.Error.WriteLine(why);
        return BadArguments;
    }
}
