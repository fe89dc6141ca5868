using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using AsyncLoad.Tracing.Stacks;

namespace AsyncLoad.Tracing.Digests;

/// <summary>Processor samples: by method where threads ran managed code, and how many hit threads elsewhere.</summary>
internal sealed class CpuLog
{
    private const int MostMethods = 50;

    private readonly StackPool stacks;
    private readonly Dictionary<int, long> samples = [];
    private long outside;

    public CpuLog(NettraceReader reader, StackPool stacks)
    {
        this.stacks = stacks;
        reader.On(Providers.SampleProfiler, ThreadSampled.Id, OnSample);
    }

    /// <summary>Methods by their own samples; null without samples.</summary>
    public CpuDigest? Digest(NamedStacks named)
    {
        if (samples.Count == 0 && outside == 0) return null;
        var methods = new MethodCounts();
        foreach (var (stack, count) in samples) methods.Add(named.FrameNames(named.Merge(stack)), count);
        return new CpuDigest(samples.Values.Sum(), methods.MostFirst(MostMethods)) { Outside = outside };
    }

    private void OnSample(in NettraceEvent traced)
    {
        if (!ThreadSampled.Read(traced).RunsManaged)
        {
            outside++;
            return;
        }

        var stack = stacks.Intern(traced.Stack, traced.AtMs);
        samples[stack] = samples.GetValueOrDefault(stack) + 1;
    }

    private sealed class MethodCounts
    {
        private readonly Dictionary<string, (long Self, long Inclusive)> counts = new(StringComparer.Ordinal);
        private readonly HashSet<string> once = new(StringComparer.Ordinal);

        public void Add(IReadOnlyList<string> frames, long samples)
        {
            // A recursive method counts once for each stack.
            once.Clear();
            once.UnionWith(frames);
            foreach (var method in once) counts[method] = Of(method) with { Inclusive = Of(method).Inclusive + samples };
            if (frames.Count > 0) counts[frames[0]] = Of(frames[0]) with { Self = Of(frames[0]).Self + samples };
        }

        public IReadOnlyList<MethodSamples> MostFirst(int most) =>
        [
            .. counts
                .Select(entry => new MethodSamples(entry.Key, entry.Value.Self, entry.Value.Inclusive))
                .OrderByDescending(method => method.Self)
                .ThenByDescending(method => method.Inclusive)
                .ThenBy(method => method.Method, StringComparer.Ordinal)
                .Take(most),
        ];

        private (long Self, long Inclusive) Of(string method) => counts.GetValueOrDefault(method);
    }
}
