using System.Globalization;
using AsyncLoad.Model.Protocol;

namespace AsyncLoad.Harness.Platform;

/// <summary>The processors that this program may use, and what they share.</summary>
/// <param name="Processors">By their numbers, ascending; at least one.</param>
/// <param name="Quota">Processor time that the control group grants, in processors; null for no limit.</param>
internal sealed record Topology(IReadOnlyList<LogicalProcessor> Processors, double? Quota)
{
    public const string Devices = "sys/devices/system/cpu";
    private const string Status = "proc/self/status";
    private const string Allowed = "Cpus_allowed_list:";

    // Ratings of cores of one kind differ by some per cent, those of different kinds by a quarter and more.
    private const double LeastOfFastest = 0.75;

    /// <summary>Processors that .NET counts, after quotas and DOTNET_PROCESSOR_COUNT; null for a machine that is not this one.</summary>
    public int? Counted { get; init; }

    /// <summary>The topology of this machine; null when its processors are not known.</summary>
    public static Topology? OfMachine() => Read(SystemFiles.OfMachine) is { } read ? read with { Counted = Environment.ProcessorCount } : null;

    /// <summary>The topology that these files describe; null when they do not name the processors.</summary>
    public static Topology? Read(SystemFiles files)
    {
        var allowed = files.Lines(Status).FirstOrDefault(line => line.StartsWith(Allowed, StringComparison.Ordinal))?[Allowed.Length..];
        if (ProcessorList.Parse(allowed) is not { Count: > 0 } own) return null;
        // A control group may allow processors that are switched off. A container may list other numbers than it may use: then the list says nothing.
        if (ProcessorList.Parse(files.Text($"{Devices}/online")) is { } online && own.Intersect(online).ToList() is { Count: > 0 } active) own = active;
        var fast = FastOf(files, own);
        return new Topology(
            [.. own.Select(number => new LogicalProcessor(number, CoreOf(files, number), CacheOf(files, number), fast.Contains(number)))],
            new ControlGroup(files).CpuLimit());
    }

    /// <summary>Physical cores, by their first processor that may be used.</summary>
    public IEnumerable<LogicalProcessor> Cores => Processors.DistinctBy(processor => processor.Core);

    /// <summary>
    /// Physical cores in groups of one kind and one last-level cache, in the order in which workers are bound to them. The fastest kind comes first, cache by cache, and
    /// in each the last number, since the first processor serves most interrupts.
    /// </summary>
    public IReadOnlyList<IReadOnlyList<IReadOnlyList<int>>> Groups =>
    [
        .. Processors
            .GroupBy(processor => processor.Core)
            .GroupBy(core => (core.First().Fast, core.First().Cache))
            .OrderByDescending(group => group.Key.Fast)
            .ThenByDescending(group => group.Key.Cache)
            .Select(group => (IReadOnlyList<IReadOnlyList<int>>)
                [.. group.OrderByDescending(core => core.Key).Select(core => (IReadOnlyList<int>)[.. core.Select(processor => processor.Number)])]),
    ];

    /// <summary>Processors in the order in which workers are bound to them: one of each physical core, then siblings.</summary>
    public IEnumerable<int> InWorkerOrder => Groups
        .SelectMany(group => group)
        .SelectMany(core => core.Select((processor, nth) => (processor, nth)))
        .OrderBy(entry => entry.nth)
        .Select(entry => entry.processor);

    /// <summary>The groups as <see cref="HostRequest.CoreOrder"/> has them. Null where each processor is a core and all are alike: then the first worker gets the last.</summary>
    public string? WorkerOrder() => Groups is [var only] && only.All(core => core.Count == 1)
        ? null
        : string.Join(';', Groups.Select(group => string.Join(',', group.Select(core => string.Join('+', core.Select(processor => processor.ToString(CultureInfo.InvariantCulture)))))));

    // Newer kernels call the siblings of a core core_cpus_list.
    private static int CoreOf(SystemFiles files, int number) =>
        Lowest(files.Text($"{Cpu(number)}/topology/core_cpus_list")) ?? Lowest(files.Text($"{Cpu(number)}/topology/thread_siblings_list")) ?? number;

    // Some virtual machines report no cache: then the processors of a package count as sharing one.
    private static int CacheOf(SystemFiles files, int number) =>
        files.Folders($"{Cpu(number)}/cache")
            .Select(index => (Level: Number(files.Text($"{Cpu(number)}/cache/{index}/level")), Shared: Lowest(files.Text($"{Cpu(number)}/cache/{index}/shared_cpu_list"))))
            .Where(cache => cache.Shared is not null)
            .OrderByDescending(cache => cache.Level)
            .FirstOrDefault().Shared
        ?? Lowest(files.Text($"{Cpu(number)}/topology/core_siblings_list")) ?? 0;

    // Intel's hybrid processors list their performance cores; elsewhere each processor has a rating, or all are alike.
    private static HashSet<int> FastOf(SystemFiles files, IReadOnlyList<int> own)
    {
        if (ProcessorList.Parse(files.Text("sys/devices/cpu_core/cpus")) is { Count: > 0 } performance && own.Intersect(performance).Any()) return [.. performance];
        var rated = own.ToDictionary(number => number, number => Number(files.Text($"{Cpu(number)}/cpu_capacity")) ?? 0);
        return [.. own.Where(number => rated[number] >= LeastOfFastest * rated.Values.Max())];
    }

    private static string Cpu(int number) => string.Create(CultureInfo.InvariantCulture, $"{Devices}/cpu{number}");

    private static int? Lowest(string? list) => ProcessorList.Parse(list) is { Count: > 0 } numbers ? numbers[0] : null;

    private static int? Number(string? text) => int.TryParse(text, NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out var number) ? number : null;
}

/// <summary>A processor as the system numbers them.</summary>
/// <param name="Core">Its physical core: the lowest number among the processors of that core.</param>
/// <param name="Cache">Its last-level cache: the lowest number among the processors that share it.</param>
/// <param name="Fast">Whether its core is of the fastest kind there is.</param>
internal sealed record LogicalProcessor(int Number, int Core, int Cache, bool Fast);

/// <summary>Numbers of processors as Linux writes them: <c>0-3,8,10-11</c>.</summary>
internal static class ProcessorList
{
    // More than any kernel supports.
    private const int Most = 1 << 16;

    /// <summary>The numbers, ascending; null when the text is not such a list.</summary>
    public static IReadOnlyList<int>? Parse(string? text)
    {
        if (text is null) return null;
        var numbers = new SortedSet<int>();
        foreach (var part in text.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            var bounds = part.Split('-');
            if (bounds.Length > 2 || !TryNumber(bounds[0], out var first) || !TryNumber(bounds[^1], out var last) || last < first) return null;
            numbers.UnionWith(Enumerable.Range(first, last - first + 1));
        }

        return [.. numbers];
    }

    /// <summary>The same numbers as such a text.</summary>
    public static string Text(IEnumerable<int> numbers)
    {
        var ranges = new List<(int First, int Last)>();
        foreach (var number in numbers.Order())
        {
            if (ranges.Count > 0 && ranges[^1].Last == number - 1) ranges[^1] = (ranges[^1].First, number);
            else ranges.Add((number, number));
        }

        return string.Join(',', ranges.Select(range => range.First == range.Last
            ? string.Create(CultureInfo.InvariantCulture, $"{range.First}")
            : string.Create(CultureInfo.InvariantCulture, $"{range.First}-{range.Last}")));
    }

    private static bool TryNumber(string text, out int number) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number) && number < Most;
}
