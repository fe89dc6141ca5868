namespace AsyncLoad.Workloads.Failing;

/// <summary>Prints 4 MB of lines on each of the process's streams, as a workload with forgotten debug output does.</summary>
internal static class Chatter
{
    private const int Lines = 4_096;
    private static readonly string Line = new('x', 1_023);

    public static void Print()
    {
#pragma warning disable RS0030 // What a workload prints is what is tried here.
        foreach (var stream in new[] { Console.Out, Console.Error })
#pragma warning restore RS0030
        {
            for (var line = 0; line < Lines; line++) stream.WriteLine(Line);
        }
    }
}
