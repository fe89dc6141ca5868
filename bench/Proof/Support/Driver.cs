using System.Diagnostics.Tracing;
using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;

/// <summary>Answers a line of input with a line of output, and ends when its input does.</summary>
/// <remarks>
/// <c>sampled</c>: whether a session samples allocations. <c>load CALLS</c>: calls each entry so often; all bytes that the process allocated meanwhile, and the sum of what the calls
/// returned.
/// </remarks>
public static class Driver
{
    private const EventKeywords SampledAllocation = (EventKeywords)0x80000000000;

    public static async Task RunAsync(Dictionary<string, Func<int, Task<long>>> entries)
    {
        while (Console.In.ReadLine() is { } line)
        {
            if (line == "sampled")
            {
                var runtime = EventSource.GetSources().Single(source => source.Name == "Microsoft-Windows-DotNETRuntime");
                Console.WriteLine(JsonSerializer.Serialize(runtime.IsEnabled(EventLevel.Informational, SampledAllocation)));
                continue;
            }

            var calls = int.Parse(line.Split(' ')[1], NumberStyles.None, CultureInfo.InvariantCulture);
            var bytes = new Dictionary<string, long>();
            var sums = new Dictionary<string, long>();
            foreach (var (name, run) in entries)
            {
                var before = GC.GetTotalAllocatedBytes(precise: true);
                sums[name] = await run(calls);
                bytes[name] = GC.GetTotalAllocatedBytes(precise: true) - before;
            }

            Console.WriteLine(JsonSerializer.Serialize(new { Bytes = bytes, Sums = sums }));
        }
    }
}

/// <summary>Uses a result without allocating.</summary>
public static class Use
{
    public static int Of<T>(T value) => value is null ? 1 : Unsafe.SizeOf<T>();
}
