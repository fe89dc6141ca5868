using AsyncLoad.Model.Results;

namespace AsyncLoad.Testing;

/// <summary>What one operation allocates.</summary>
public sealed class MeasuredBytes
{
    private readonly string name;

    internal MeasuredBytes(string name, ComparisonResult result, string folder)
    {
        this.name = name;
        RunFolder = folder;
        BytesPerOperation = MeasuredFigures.BytesOf(name, result.Metrics.Candidate, folder);
    }

    /// <summary>Bytes per operation, counted and not sampled; a fraction if the method does not always allocate the same.</summary>
    public double BytesPerOperation { get; }

    /// <summary>The folder with the evidence.</summary>
    public string RunFolder { get; }

    /// <summary>Expects at most this many bytes per operation.</summary>
    /// <returns>Itself.</returns>
    /// <exception cref="ExpectationException">It allocates more.</exception>
    public MeasuredBytes AtMost(double bytes)
    {
        MeasuredFigures.ExpectBytes(name, BytesPerOperation, bytes, RunFolder);
        return this;
    }
}
