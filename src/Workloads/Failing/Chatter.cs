namespace AsyncLoad.Workloads.Failing;

/// <summary>Prints megabytes on each of the process's streams, as a workload with forgotten debug output does.</summary>
internal static class Chatter
{
    private const int Lines = 4_096;
    private const int LongLine = 128 << 10;
    private static readonly string Line = new('x', 1_023);

    /// <summary>4 MB of lines.</summary>
    public static void PrintLines()
    {
#pragma warning disable RS0030 // What a workload prints is what is tried here.
        foreach (var stream in new[] { Console.Out, Console.Error })
#pragma warning restore RS0030
        {
            for (var line = 0; line < Lines; line++) stream.WriteLine(Line);
        }
    }

    /// <summary>128 MB without the end of a line.</summary>
    public static void PrintOneLine()
    {
#pragma warning disable RS0030 // What a workload prints is what is tried here.
        foreach (var stream in new[] { Console.Out, Console.Error })
#pragma warning restore RS0030
        {
            for (var piece = 0; piece < LongLine; piece++) stream.Write(Line);
        }
    }
}
