using System.Text.Json.Serialization;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>What a measured process answers; one JSON line each. <see cref="Hello"/> comes unasked, first.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "reply")]
[JsonDerivedType(typeof(Hello), "hello")]
[JsonDerivedType(typeof(Described), "described")]
[JsonDerivedType(typeof(Prepared), "prepared")]
[JsonDerivedType(typeof(SliceDone), "sliceDone")]
[JsonDerivedType(typeof(BytesCounted), "bytesCounted")]
[JsonDerivedType(typeof(Finished), "finished")]
[JsonDerivedType(typeof(Failed), "failed")]
public abstract record HostReply
{
    private HostReply()
    {
    }

    /// <summary>The process is there.</summary>
    /// <param name="ProtocolVersion">Version of the protocol it speaks.</param>
    /// <param name="Optimized">Whether its code was built with optimisation.</param>
    public sealed record Hello(int ProtocolVersion, bool Optimized) : HostReply;

    /// <summary>Answers <see cref="HostRequest.Describe"/>.</summary>
    /// <param name="Catalogue">What can be measured.</param>
    public sealed record Described(Catalogue Catalogue) : HostReply;

    /// <summary>Answers <see cref="HostRequest.Prepare"/>.</summary>
    /// <param name="Settings">The settings found in force.</param>
    /// <param name="Workers">Workers that will run operations.</param>
    /// <param name="Value">The value that one call returned, as invariant text; both arms of a comparison must return the same.</param>
    /// <param name="LiveSetBytes">Size of the pressurer's live set.</param>
    public sealed record Prepared(EffectiveSettings Settings, int Workers, string Value, long LiveSetBytes) : HostReply;

    /// <summary>Answers <see cref="HostRequest.RunSlice"/>, after the gate is closed and the workers wait at it.</summary>
    /// <param name="Slice">What happened between the edges.</param>
    /// <param name="CompiledMethods">Methods compiled since the process began.</param>
    /// <param name="CompilationTime">Time spent compiling since the process began.</param>
    public sealed record SliceDone(Slice Slice, long CompiledMethods, Nanoseconds CompilationTime) : HostReply;

    /// <summary>Answers <see cref="HostRequest.CountBytes"/>.</summary>
    /// <param name="Count">Operations and bytes.</param>
    public sealed record BytesCounted(CountSlice Count) : HostReply;

    /// <summary>Answers <see cref="HostRequest.Finish"/>; the process exits with 0 after it.</summary>
    public sealed record Finished : HostReply;

    /// <summary>The request could not be met; the process exits with a code other than 0 after it.</summary>
    /// <param name="Reason">Whose fault it is.</param>
    /// <param name="Message">What happened, for people.</param>
    /// <param name="Detail">The exception with its stack, or null.</param>
    public sealed record Failed(FailureReason Reason, string Message, string? Detail) : HostReply;
}

/// <summary>Whose fault a failed request is.</summary>
public enum FailureReason
{
    /// <summary>The workload threw.</summary>
    Workload,

    /// <summary>A GC or JIT setting was asked for and is not in force.</summary>
    Setting,

    /// <summary>The request makes no sense in the state the process is in, or names something it does not have.</summary>
    Request,

    /// <summary>The host itself.</summary>
    Host,
}
