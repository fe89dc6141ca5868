namespace AsyncLoad.Calibration;

/// <summary>Where results and progress go: tables to standard output, the rest to standard error.</summary>
internal static class Output
{
    public static void Print(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));

    public static void Progress(FormattableString line) => Console.Error.WriteLine(FormattableString.Invariant(line));
}
