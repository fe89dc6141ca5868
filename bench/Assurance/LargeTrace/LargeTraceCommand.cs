using System.Globalization;
using System.Text.Json;
using AsyncLoad.Assurance.Soak;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Assurance.LargeTrace;

/// <summary><c>large-trace FILE [--size SIZE] [--in DIR]</c>: what <c>analyze</c> needs of memory for a trace of 4 GB, which is made of a short one and deleted afterwards.</summary>
internal sealed class LargeTraceCommand(string folder)
{
    private const int BarMissed = 2;
    private const int BadArguments = 4;
    private const double Giga = 1e9;
    private const double Mega = 1e6;

    /// <summary>The most memory that <c>analyze</c> and the process that it has read the trace may need together.</summary>
    private static readonly MeasuredSize Bar = new(1e9);

    private static readonly ByteSize Usual = ByteSize.FromMegabytes(4 << 10);
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(50);

    /// <summary>Makes the trace, has it analysed, and prints what that took.</summary>
    /// <returns>The exit code: 2 when the bar is missed, or when the long trace does not hold what the short one does so many times.</returns>
    public static async Task<int> RunAsync(string file, string[] options)
    {
        if (Parse(options) is not { } asked) return Refuse("large-trace FILE [--size SIZE] [--in DIR]: 4GB and the folder for temporary files unless said otherwise");
        if (Problem(file, asked.Size, asked.Folder) is { } problem) return Refuse(problem);
        var folder = Directory.CreateDirectory(Path.Combine(asked.Folder, $"large-{Path.GetRandomFileName()}")).FullName;
        try
        {
            return await new LargeTraceCommand(folder).MeasureAsync(Path.GetFullPath(file), asked.Size);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    /// <summary>Whether memory is within the bar, and everything of the short trace was found in each repetition.</summary>
    public static bool Holds(ReadFigures once, ReadFigures whole, int times) =>
        whole.Ended.ExitCode == 0 && whole.Ended.PeakBytes <= Bar.Bytes && whole.Events == once.Events * times && whole.Samples == once.Samples * times && whole.Lost == once.Lost * times;

    private async Task<int> MeasureAsync(string file, ByteSize size)
    {
        var large = Path.Combine(folder, "large.nettrace");
        var times = Repeat(file, large, size.Bytes);
        var (once, whole) = (await AnalyzeAsync("once", file), await AnalyzeAsync("large", large));
        await Console.Out.WriteAsync(Table(once, whole));
        var held = Holds(once, whole, times);
        await Console.Out.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"the short trace {times} times; memory of at most {Bar} and all events: {(held ? "held" : "missed")}"));
        return held ? 0 : BarMissed;
    }

    private static int Repeat(string file, string large, long least)
    {
        using var source = File.OpenRead(file);
        using var target = File.Create(large, 1 << 20);
        return new RepeatedTrace(source, target).Write(least);
    }

    private async Task<ReadFigures> AnalyzeAsync(string name, string file)
    {
        var peaks = new Dictionary<int, long>();
        var ended = await new WatchedProgram(folder, folder).RunAsync(name, ["analyze", file, "--format", "json"], BetweenLooks, (process, _) =>
        {
            foreach (var number in ProcessReader.WithDescendants(process)) peaks[number] = ProcessReader.PeakBytes(number) ?? peaks.GetValueOrDefault(number);
        });
        // The highest of each process, so at least what they held together at any moment.
        return ReadFigures.Of(new FileInfo(file).Length, ended with { PeakBytes = peaks.Values.Sum() }, await File.ReadAllTextAsync(Path.Combine(folder, $"{name}.out")));
    }

    private static string Table(params ReadFigures[] rows) =>
        "| trace | events | samples | s | peak MB |\n| --- | --: | --: | --: | --: |\n" + string.Concat(rows.Select(row => string.Create(
            CultureInfo.InvariantCulture,
            $"| {row.Bytes / Giga:0.00} GB | {row.Events:N0} | {row.Samples:N0} | {row.Ended.Took.TotalSeconds:0.0} | {row.Ended.PeakBytes / Mega:0} |\n")));

    private static (ByteSize Size, string Folder)? Parse(string[] options)
    {
        var (size, folder) = (Usual, Path.GetTempPath());
        for (var at = 0; at < options.Length; at += 2)
        {
            var value = at + 1 < options.Length ? options[at + 1] : "";
            if (options[at] == "--in" && value.Length > 0) folder = value;
            else if (options[at] != "--size" || !ByteSize.TryParse(value, out size)) return null;
        }

        return (size, folder);
    }

    private static string? Problem(string file, ByteSize size, string folder)
    {
        if (!OperatingSystem.IsLinux()) return "large-trace reads /proc, which only Linux has";
        if (!File.Exists(Clone.Program)) return $"{Clone.Program} is not there: dotnet build src/Harness -c Release";
        if (!File.Exists(file)) return $"there is no file {file}";
        if (!Directory.Exists(folder)) return $"there is no folder {folder}";
        // A repetition more than was asked for may be needed.
        var (needed, free) = (size.Bytes + new FileInfo(file).Length, new DriveInfo(folder).AvailableFreeSpace);
        return free < needed ? string.Create(CultureInfo.InvariantCulture, $"{needed / Giga:0.0} GB are needed in {folder}, and {free / Giga:0.0} GB are free: name another folder with --in") : null;
    }

    private static int Refuse(string why)
    {
        Console.Error.WriteLine(why);
        return BadArguments;
    }
}

/// <summary>What <c>analyze</c> found in a trace, and what it took.</summary>
/// <param name="Bytes">Length of the trace.</param>
/// <param name="Ended">How it ended, with the memory of all its processes.</param>
/// <param name="Events">Events of the trace.</param>
/// <param name="Lost">Events that the trace lacks.</param>
/// <param name="Samples">Sampled allocations.</param>
internal sealed record ReadFigures(long Bytes, Ended Ended, long Events, long Lost, long Samples)
{
    /// <summary>Those of what <c>analyze --format json</c> printed; none where it found none.</summary>
    public static ReadFigures Of(long bytes, Ended ended, string printed)
    {
        if (ended.ExitCode != 0) return new ReadFigures(bytes, ended, 0, 0, 0);
        using var told = JsonDocument.Parse(printed);
        var state = told.RootElement.GetProperty("state");
        var allocation = told.RootElement.GetProperty("allocation");
        return new ReadFigures(
            bytes,
            ended,
            state.GetProperty("events").GetInt64(),
            state.GetProperty("eventsLost").GetInt64(),
            allocation.ValueKind == JsonValueKind.Object ? allocation.GetProperty("total").GetProperty("samples").GetInt64() : 0);
    }
}
