using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Events;

/// <summary>What a session tells of its process when it ends.</summary>
/// <param name="CommandLine">Its command line.</param>
internal readonly record struct ProcessDescribed(string CommandLine)
{
    public const int Id = 1;

    public static ProcessDescribed Read(in NettraceEvent traced) => new(traced.Fields().Text());
}
