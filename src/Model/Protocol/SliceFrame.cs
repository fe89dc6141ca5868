using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Protocol;

/// <summary>
/// The request for a slice and its answer as frames of a fixed layout, in the byte order of the machine, which both ends share. Not text: its code
/// would be called so often while slices run that the JIT spends a second or more on it, on the measured cores.
/// </summary>
internal static class SliceFrame
{
    /// <summary>First byte of a frame; no line of text begins with it.</summary>
    public const byte Mark = 1;

    /// <summary>Bytes of a request.</summary>
    public static readonly int RequestBytes = Unsafe.SizeOf<Request>();

    /// <summary>Bytes of an answer.</summary>
    public static readonly int ReplyBytes = Unsafe.SizeOf<Reply>();

    public static byte[] Of(HostRequest.RunSlice slice)
    {
        var frame = new byte[RequestBytes];
        MemoryMarshal.Write(frame, new Request
        {
            Mark = Mark,
            Marked = slice.Marked,
            WarmUp = slice.WarmUp,
            Timed = slice.Timed,
            Whole = slice.Whole,
            Index = slice.Index,
            Length = slice.Length.Nanoseconds,
            Batch = slice.Batch,
        });
        return frame;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static byte[] Of(HostReply.SliceDone done)
    {
        var (slice, allocation) = (done.Slice, done.Slice.Pressure.Allocation);
        var frame = new byte[ReplyBytes];
        MemoryMarshal.Write(frame, new Reply
        {
            Mark = Mark,
            Ended = done.Ended,
            HasResponseTime = slice.ResponseTime is not null,
            HasAllocation = allocation is not null,
            Index = slice.Index,
            Methods = done.CompiledMethods,
            Compilation = done.CompilationTime,
            Elapsed = slice.Elapsed,
            Operations = slice.Operations,
            Gen0 = slice.Gc.Gen0,
            Gen1 = slice.Gc.Gen1,
            Gen2 = slice.Gc.Gen2,
            Pause = slice.Gc.Pause,
            Allocated = slice.Gc.AllocatedBytes,
            User = slice.Process.UserCpu,
            System = slice.Process.SystemCpu,
            CpuOperations = slice.Process.CpuOperations,
            Items = slice.Process.WorkItems,
            Contentions = slice.Process.LockContentions,
            Compiled = slice.Process.CompiledMethods,
            DeviceCpu = slice.Process.DeviceCpu,
            DriverCpu = slice.Process.DriverCpu,
            AskedWrites = slice.Pressure.AskedWrites,
            Writes = slice.Pressure.Writes,
            Written = slice.Pressure.AllocatedBytes,
            Pressing = slice.Pressure.Cpu,
            Open = slice.Pressure.Open,
            Paced = allocation is null ? default : new Paced(allocation),
            Held = slice.Held.Elapsed,
            HeldCpu = slice.Held.Cpu,
            Cores = slice.Cores,
            MoreCores = MasksOf(slice.MoreCores),
            ResponseTime = slice.ResponseTime ?? default,
        });
        return frame;
    }

    /// <exception cref="FormatException">It is not such a frame.</exception>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static HostRequest.RunSlice ReadRequest(ReadOnlySpan<byte> frame)
    {
        var read = Read<Request>(frame);
        return new HostRequest.RunSlice(read.Index, new Duration(read.Length), read.Batch, read.Marked, read.WarmUp, read.Timed, read.Whole);
    }

    /// <exception cref="FormatException">It is not such a frame.</exception>
    public static HostReply.SliceDone ReadReply(ReadOnlySpan<byte> frame)
    {
        var read = Read<Reply>(frame);
        var slice = new Slice(
            read.Index,
            read.Elapsed,
            read.Operations,
            new GcCounters(read.Gen0, read.Gen1, read.Gen2, read.Pause, read.Allocated),
            new ProcessCounters(read.User, read.System, read.CpuOperations, read.Items, read.Contentions, read.Compiled, read.DeviceCpu, read.DriverCpu),
            new PressureCounters(read.AskedWrites, read.Writes, read.Written, read.Pressing, read.Open, read.HasAllocation ? read.Paced.Counters : null),
            new HeldUsage(read.Held, read.HeldCpu),
            read.Cores,
            read.HasResponseTime ? read.ResponseTime : null,
            ListOf(read.MoreCores));
        return new HostReply.SliceDone(slice, read.Methods, read.Compilation, read.Ended);
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static CoreMasks MasksOf(IReadOnlyList<long>? masks)
    {
        var copied = default(CoreMasks);
        for (var index = 0; index < masks?.Count; index++) copied[index] = masks[index];
        return copied;
    }

    private static long[]? ListOf(ReadOnlySpan<long> masks)
    {
        var end = masks.LastIndexOfAnyExcept(0) + 1;
        return end == 0 ? null : masks[..end].ToArray();
    }

    private static T Read<T>(ReadOnlySpan<byte> frame)
        where T : struct =>
        frame.Length == Unsafe.SizeOf<T>() ? MemoryMarshal.Read<T>(frame) : throw new FormatException($"a frame has {frame.Length} bytes: expected {Unsafe.SizeOf<T>()}");

    private struct Request
    {
        public byte Mark;
        public bool Marked;
        public bool WarmUp;
        public bool Timed;
        public bool Whole;
        public int Index;
        public long Length;
        public long Batch;
    }

    private struct Reply
    {
        public byte Mark;
        public bool Ended;
        public bool HasResponseTime;
        public bool HasAllocation;
        public int Index;
        public int Gen0;
        public int Gen1;
        public int Gen2;
        public long Methods;
        public Nanoseconds Compilation;
        public Nanoseconds Elapsed;
        public long Operations;
        public Nanoseconds Pause;
        public long Allocated;
        public Nanoseconds User;
        public Nanoseconds System;
        public long CpuOperations;
        public long Items;
        public long Contentions;
        public long Compiled;
        public Nanoseconds DeviceCpu;
        public Nanoseconds DriverCpu;
        public double AskedWrites;
        public long Writes;
        public long Written;
        public Nanoseconds Pressing;
        public Nanoseconds Open;
        public Paced Paced;
        public Nanoseconds Held;
        public Nanoseconds HeldCpu;
        public long Cores;
        public Nanoseconds ResponseTime;
        public CoreMasks MoreCores;
    }

    // All zero on a machine of up to 64 cores.
    [InlineArray(Slice.MostMoreCores)]
    private struct CoreMasks
    {
        private long first;
    }

    private readonly struct Paced(AllocationCounters counters)
    {
        private readonly double asked = counters.AskedBytes;
        private readonly long bytes = counters.Bytes;
        private readonly long large = counters.LargeBytes;
        private readonly long survived = counters.SurvivedBytes;
        private readonly long small = counters.SmallObjects;
        private readonly long pinned = counters.PinnedObjects;
        private readonly long finalizable = counters.FinalizableObjects;

        public AllocationCounters Counters => new(asked, bytes, large, survived, small, pinned, finalizable);
    }
}
