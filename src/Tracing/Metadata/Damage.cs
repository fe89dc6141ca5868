namespace AsyncLoad.Tracing.Metadata;

/// <summary>What reading a damaged or hostile assembly throws. Its reader only promises not to read outside the file.</summary>
internal static class Damage
{
    /// <summary>Whether an exception means only that the assembly is damaged.</summary>
    public static bool Explains(Exception exception) => exception
        is BadImageFormatException or ArgumentException or InvalidOperationException or InvalidCastException or IndexOutOfRangeException or OverflowException or OutOfMemoryException or NotSupportedException;

    /// <summary>What could be read, or nothing.</summary>
    public static T? Tolerate<T>(Func<T?> read)
        where T : class
    {
        try
        {
            return read();
        }
        catch (Exception damage) when (Explains(damage))
        {
            return null;
        }
    }
}
