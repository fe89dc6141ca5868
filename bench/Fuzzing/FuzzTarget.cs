using System.Text.RegularExpressions;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Fuzzing.Targets;

namespace AsyncLoad.Fuzzing;

/// <summary>Something that takes in what strangers wrote. Whatever it gets, it must end with a value or with the refusal that it documents.</summary>
internal abstract partial class FuzzTarget
{
    private const int LongestWord = 100;

    /// <summary>Its name on the command line and in <c>tests/fixtures/fuzz</c>.</summary>
    public abstract string Name { get; }

    /// <summary>What part of the asked number of inputs it takes: an input of a slow one stands for many.</summary>
    public virtual int Divisor => 1;

    /// <summary>Most bytes that one input may allocate on the heap, over all of its reading.</summary>
    public virtual long MostBytes => 256L << 20;

    /// <summary>Makes an input.</summary>
    public abstract byte[] Make(Dice dice);

    /// <summary>Takes it in. What it throws is a find.</summary>
    /// <returns>What became of it, in words.</returns>
    /// <exception cref="BrokenRuleException">It ended well and said something that must not be.</exception>
    public abstract Outcome Run(byte[] input);

    /// <summary>All, by name. Some keep a folder until the process ends.</summary>
    public static IReadOnlyList<FuzzTarget> CreateAll() =>
        [new ProfileTarget(), new ManifestTarget(), new JournalTarget(), new JudgedTarget(), new ResultsTarget(), new TrendTarget(), new TraceTarget(), new LibraryTarget(), new TextTarget(), new NameTarget()];

    /// <summary>It was read.</summary>
    protected static Outcome Read(string what) => new(true, Sorted(what));

    /// <summary>It was refused, or not all of it was read.</summary>
    protected static Outcome Refused(string why) => new(false, Sorted(why));

    /// <summary>Makes an input a file, in the place of the last one.</summary>
    /// <remarks>Written over it and cut off behind: a file system that is asked to empty or delete a file it has not written yet goes to the disk first, which takes longer than all else.</remarks>
    protected static void WriteOver(string path, byte[] input)
    {
        using var file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.None, bufferSize: 0);
        file.Write(input);
        file.SetLength(input.Length);
    }

    /// <summary>Fails where something does not hold.</summary>
    protected static void Require(bool holds, string rule)
    {
        if (!holds) throw new BrokenRuleException(rule);
    }

    // Messages of one sort, whatever they quote and count.
    private static string Sorted(string message)
    {
        var sorted = Particular().Replace(message.Length > 4 * LongestWord ? message[..(4 * LongestWord)] : message, "…");
        return sorted.Length <= LongestWord ? sorted : sorted[..LongestWord];
    }

    [GeneratedRegex("""\"[^\"]*\"?|'[^']*'?|[-+]?[0-9][0-9,.eE]*|\\u[0-9a-fA-F]{4}|[^ -~]+""")]
    private static partial Regex Particular();
}

/// <summary>What became of an input.</summary>
/// <param name="Read">Whether a value came of it.</param>
/// <param name="Word">What became of it, without what is particular to this input.</param>
internal readonly record struct Outcome(bool Read, string Word);

/// <summary>Something ended well and said what must not be.</summary>
internal sealed class BrokenRuleException(string rule) : Exception(rule);
