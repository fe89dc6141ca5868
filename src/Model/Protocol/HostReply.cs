using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>What a measured process answers; one message each. <see cref="Hello"/> comes unasked, first.</summary>
public abstract record HostReply
{
    private HostReply()
    {
    }

    /// <summary>The message as it is sent: a line of text with its end, or the frame of a slice.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public byte[] ToMessage() => this is SliceDone done ? SliceFrame.Of(done) : Encoding.UTF8.GetBytes(ToLine() + "\n");

    /// <summary>The reply that <see cref="ToMessage"/> wrote, from a message without the end of its line.</summary>
    /// <exception cref="FormatException">It is not a reply of this protocol.</exception>
    /// <exception cref="JsonException">The catalogue in it is damaged.</exception>
    public static HostReply Parse(ReadOnlySpan<byte> message) =>
        message is [SliceFrame.Mark, ..] ? SliceFrame.ReadReply(message) : ParseLine(Encoding.UTF8.GetString(message));

    private string ToLine() => this switch
    {
        Hello hello => new MessageLine("hello").With("protocol", hello.ProtocolVersion).With("optimized", hello.Optimized).With("debugged", hello.Debugged).With("watched", hello.Watched).With("step", hello.ClockStep).ToString(),
        Described described => new MessageLine("described").With("catalogue", JsonSerializer.Serialize(described.Catalogue, ModelJson.Line.Catalogue)).ToString(),
        Prepared prepared => Line(prepared),
        BytesCounted counted => new MessageLine("counted")
            .With("operations", counted.Count.Operations)
            .With("bytes", counted.Count.Bytes)
            .With("driver", counted.Count.DriverBytes)
            .With("suspensions", counted.Count.Suspensions)
            .With("full", counted.Count.FullCollections)
            .ToString(),
        Watching => "watching",
        Finished finished => new MessageLine("finished").WithRecord("with", finished).ToString(),
        Failed failed => new MessageLine("failed").WithRecord("with", failed.Shortened()).ToString(),
        _ => throw new UnreachableException(),
    };

    private static HostReply ParseLine(string line)
    {
        var fields = new MessageFields(line);
        return fields.Verb switch
        {
            "hello" => new Hello((int)fields.Number("protocol"), fields.Flag("optimized"), fields.FlagOrNull("debugged") ?? false, fields.TextOrNull("watched"), fields.NumberOrNull("step")),
            "described" => new Described(JsonSerializer.Deserialize(fields.Text("catalogue"), ModelJson.Line.Catalogue) ?? throw new FormatException("the catalogue is null")),
            "prepared" => ReadPrepared(fields),
            "counted" => new BytesCounted(new CountSlice(fields.Number("operations"), fields.Number("bytes"), fields.Number("driver"), fields.Number("suspensions")) { FullCollections = (int)fields.Number("full") }),
            "watching" => new Watching(),
            "finished" => fields.ReadRecord<Finished>("with") ?? throw new FormatException("the process finished with nothing"),
            // Shortened here too: code of a workload may have sent it.
            "failed" => fields.ReadRecord<Failed>("with")?.Shortened() ?? throw new FormatException("the process failed with nothing"),
            var other => throw new FormatException($"unknown reply '{other}'"),
        };
    }

    private static string Line(Prepared prepared) => new MessageLine("prepared")
        .With("server", prepared.Settings.ServerGc)
        .With("concurrent", prepared.Settings.ConcurrentGc)
        .With("processors", prepared.Settings.Processors)
        .WithAll("configuration.", prepared.Settings.GcConfiguration)
        .WithAll("found.", prepared.Settings.ReadBack.ToDictionary(setting => setting.Key, setting => setting.Value.Value))
        .With("workers", prepared.Workers)
        .With("value", prepared.Value)
        .With("liveSet", prepared.LiveSetBytes)
        .With("perCall", prepared.OperationsPerCall)
        .ToString();

    private static Prepared ReadPrepared(MessageFields fields) => new(
        new EffectiveSettings(
            fields.Flag("server"),
            fields.Flag("concurrent"),
            (int)fields.Number("processors"),
            fields.All("configuration."),
            // A process reads its own settings itself.
            fields.All("found.").ToDictionary(setting => setting.Key, setting => new SettingReading(setting.Value, SettingSource.Process))),
        (int)fields.Number("workers"),
        fields.TextOrNull("value"),
        fields.Number("liveSet"),
        (int)fields.Number("perCall"));

    /// <summary>The process is there.</summary>
    /// <param name="ProtocolVersion">Version of the protocol it speaks.</param>
    /// <param name="Optimized">Whether its code was built with optimisation.</param>
    /// <param name="Debugged">Whether a debugger is attached.</param>
    /// <param name="Watched">What else watches it, in words; null for nothing.</param>
    /// <param name="ClockStep">The smallest step of its clock, in ns; null where it does not say.</param>
    public sealed record Hello(int ProtocolVersion, bool Optimized, bool Debugged, string? Watched = null, long? ClockStep = null) : HostReply;

    /// <summary>Answers <see cref="HostRequest.Describe"/>.</summary>
    /// <param name="Catalogue">What can be measured.</param>
    public sealed record Described(Catalogue Catalogue) : HostReply;

    /// <summary>Answers <see cref="HostRequest.Prepare"/>.</summary>
    /// <param name="Settings">The settings found in force.</param>
    /// <param name="Workers">Workers that will run operations.</param>
    /// <param name="Value">The value that one call returned, as invariant text, or null when it returns none; sides that return one must return the same.</param>
    /// <param name="LiveSetBytes">Size of the pressurer's live set.</param>
    /// <param name="OperationsPerCall">Operations that one call of the variant does, 1 or more; they cannot be timed alone where it is more.</param>
    public sealed record Prepared(EffectiveSettings Settings, int Workers, string? Value, long LiveSetBytes, int OperationsPerCall = 1) : HostReply;

    /// <summary>Answers <see cref="HostRequest.RunSlice"/>, after the slice barrier is closed and the workers wait at it.</summary>
    /// <param name="Slice">What happened between the edges.</param>
    /// <param name="CompiledMethods">Methods compiled since the process began.</param>
    /// <param name="CompilationTime">Time spent compiling since the process began.</param>
    /// <param name="Ended">Whether a load with stages has come to its end: there is nothing more to measure.</param>
    public sealed record SliceDone(Slice Slice, long CompiledMethods, Nanoseconds CompilationTime, bool Ended = false) : HostReply;

    /// <summary>Answers <see cref="HostRequest.CountBytes"/>.</summary>
    /// <param name="Count">Operations and bytes.</param>
    public sealed record BytesCounted(CountSlice Count) : HostReply;

    /// <summary>Answers <see cref="HostRequest.Watch"/>.</summary>
    public sealed record Watching : HostReply;

    /// <summary>Answers <see cref="HostRequest.Finish"/>; the process exits with 0 after it.</summary>
    /// <param name="Device">Latencies that a simulated device was asked for and delivered; null without one.</param>
    /// <param name="Latency">How long single operations took; null where they were not timed alone.</param>
    /// <param name="Watched">How late a thread of an idle process woke; null where none was asked to <see cref="HostRequest.Watch"/>.</param>
    /// <param name="Heap">What its managed heap holds; null where <see cref="HostRequest.Finish"/> did not ask, or no cell was prepared.</param>
    public sealed record Finished(DeviceReport? Device, LatencyReport? Latency = null, Latencies? Watched = null, HeapUse? Heap = null) : HostReply;

    /// <summary>The request could not be met; the process exits with a code other than 0 after it.</summary>
    /// <param name="Reason">What caused it.</param>
    /// <param name="Message">What happened, for people.</param>
    /// <param name="Detail">The exception with its stack, or null.</param>
    public sealed record Failed(FailureReason Reason, string Message, string? Detail) : HostReply
    {
        /// <summary>Characters of a message that are sent and kept.</summary>
        public const int LongestMessage = 4_000;

        /// <summary>Characters of an exception with its stack that are sent and kept.</summary>
        public const int LongestDetail = 32_000;

        /// <summary>The message, cut to <see cref="LongestMessage"/> characters.</summary>
        public static string ShortMessage(string message) => Start(message, LongestMessage);

        /// <summary>The same reply with both texts cut to their longest.</summary>
        public Failed Shortened() => this with { Message = ShortMessage(Message), Detail = Detail is null ? null : Start(Detail, LongestDetail) };

        // 100 more are allowed for the note on a cut text, so that it is not cut again.
        private static string Start(string text, int most) =>
            text.Length <= most + 100 ? text : FormattableString.Invariant($"{text[..most]}… ({text.Length} characters)");
    }
}

/// <summary>What caused a request to fail.</summary>
public enum FailureReason
{
    /// <summary>The workload threw.</summary>
    Workload,

    /// <summary>A GC or JIT setting was asked for and is not in force.</summary>
    Setting,

    /// <summary>The request is not valid in the state of the process, or names something it does not have.</summary>
    Request,

    /// <summary>The host itself.</summary>
    Host,
}
