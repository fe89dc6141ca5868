using AsyncLoad.Harness.Storage;
using AsyncLoad.Tracing.Runs;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>A file of a run folder that somebody else may have made, who may name any file of the machine in it.</summary>
internal static class ForeignFile
{
    /// <summary>Copies it into a run folder. One outside of its own, or behind a link, is left out like one that is not there, and the run says that it is missing.</summary>
    /// <param name="writer">The run folder that is written.</param>
    /// <param name="folder">The run folder that it is of.</param>
    /// <param name="from">Its path in there.</param>
    /// <param name="to">Its path in the folder that is written.</param>
    /// <exception cref="OutputUnwritableException">It cannot be copied.</exception>
    public static void Take(RunWriter writer, string folder, string from, string to)
    {
        if (RunPath.Inside(folder, from) is { } file) writer.Take(file, to);
    }
}
