using System.Text.Json.Serialization;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>What the harness asks of a measured process; one JSON line each, one reply each.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "request")]
[JsonDerivedType(typeof(Describe), "describe")]
[JsonDerivedType(typeof(Prepare), "prepare")]
[JsonDerivedType(typeof(RunSlice), "runSlice")]
[JsonDerivedType(typeof(CountBytes), "countBytes")]
[JsonDerivedType(typeof(Finish), "finish")]
public abstract record HostRequest
{
    /// <summary>Version of this protocol; both ends must have the same.</summary>
    public const int ProtocolVersion = 1;

    private HostRequest()
    {
    }

    /// <summary>Asks for the catalogue.</summary>
    public sealed record Describe : HostRequest;

    /// <summary>Sets up a cell: settings read back, workload set up, value checked, pressure built, workers started and held at the gate.</summary>
    /// <param name="Cell">What to measure.</param>
    public sealed record Prepare(Cell Cell) : HostRequest;

    /// <summary>Opens the gate for one slice.</summary>
    /// <param name="Index">Number of the slice, from 0; warm-up has numbers of its own.</param>
    /// <param name="Length">How long the gate is open between the two edges.</param>
    /// <param name="Batch">Operations between two looks at the gate.</param>
    /// <param name="Marked">Emits phase events at the edges and reads exact allocation there; for traced runs only.</param>
    public sealed record RunSlice(int Index, Duration Length, long Batch, bool Marked) : HostRequest;

    /// <summary>Runs a fixed number of operations with workers joined at both edges, then the same with a no-op of the same shape.</summary>
    /// <param name="Operations">Operations to run, all workers together.</param>
    public sealed record CountBytes(long Operations) : HostRequest;

    /// <summary>Tears down and exits.</summary>
    public sealed record Finish : HostRequest;
}
