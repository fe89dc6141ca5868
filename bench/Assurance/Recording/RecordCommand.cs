using System.Globalization;

namespace AsyncLoad.Assurance.Recording;

/// <summary><c>record OUT.svg COLUMNS ROWS COMMAND</c>: what a person sees who types the command, as a picture for a page.</summary>
internal static class RecordCommand
{
    public static async Task<int> RunAsync(string file, string columns, string rows, string command)
    {
        var picture = new AnimatedSvg(int.Parse(columns, CultureInfo.InvariantCulture), int.Parse(rows, CultureInfo.InvariantCulture), $"A terminal in which \"{command}\" is typed, and what it prints");
        using var session = new TerminalSession();
        var frames = await session.RecordAsync(command, picture.Columns, picture.Rows);
        await File.WriteAllTextAsync(file, picture.Draw(frames));
        Console.WriteLine($"{file}: {frames.Count} frames of {frames[^1].At.TotalSeconds:0} s");
        return 0;
    }
}
