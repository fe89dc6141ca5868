namespace AsyncLoad.EndToEnd.Advice;

/// <summary>One session on the order service: what the service did while it was recorded, and what the advisor made of that.</summary>
/// <param name="Truth">What the service counted during the load, which began after the session did and ended before it.</param>
/// <param name="Digest">What the program printed.</param>
internal sealed record AdviceRun(OrderTruth Truth, PrintedDigest Digest)
{
    // Of everything that is planted, also of what the remedied service has in common with the other.
    private const string PlantedNamespace = "OrderService.Planted";

    // Long enough for what tiered compilation left over; far from it that a session begins or ends meanwhile.
    private static readonly TimeSpan WarmUp = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Step = TimeSpan.FromMilliseconds(20);

    /// <summary>The advice.</summary>
    public PrintedReport Advice => Digest.Advice ?? throw new InvalidOperationException("nothing was advised for want of sampled allocations");

    /// <summary>Each planted method and what was said of it.</summary>
    public IReadOnlyList<PlantedMethod> Planted =>
    [
        .. from row in Truth.Rows
           where !row.IsBait
           select new PlantedMethod(row, Advice.Methods.FirstOrDefault(advice => Names(advice, row))),
    ];

    /// <summary>What was said of anything else, or else of a planted method.</summary>
    public IReadOnlyList<PrintedAdvice> False => [.. Advice.Methods.Where(advice => !Truth.Rows.Any(row => Names(advice, row)))];

    /// <summary>Load on a session, both edges quiet: warm up, stand still, begin to record, load, stand still, end.</summary>
    /// <param name="service">The service.</param>
    /// <param name="analyze">Records a process, for longer than the load lasts, and gives what the program printed.</param>
    /// <param name="load">How long the load lasts.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="InvalidOperationException">The session did not last as long as the load, or lost some of it.</exception>
    public static async Task<AdviceRun> RecordAsync(OrderService service, Func<int, Task<string>> analyze, TimeSpan load, CancellationToken cancellation)
    {
        await OrderLoad.RunAsync(service, WarmUp, cancellation);
        var analyzing = analyze(service.ProcessId);
        while (!await service.IsSampledAsync(cancellation))
        {
            if (analyzing.IsCompleted) throw new InvalidOperationException($"no session began: {await analyzing}");
            await Task.Delay(Step, cancellation);
        }

        var before = await service.TruthAsync(cancellation);
        await OrderLoad.RunAsync(service, load, cancellation);
        var (after, end) = (await service.TruthAsync(cancellation), TimeProvider.System.GetUtcNow());
        return new AdviceRun(after.Since(before), PrintedDigest.Parse(await analyzing).Expect(end));
    }

    private static bool Names(PrintedAdvice advice, OrderRow row) => advice is { Namespace: PlantedNamespace } && advice.Method == row.Method && advice.Finding == row.Finding;
}

/// <summary>A planted method and what the advisor said of it.</summary>
/// <param name="Row">What it did.</param>
/// <param name="Advice">What was said; null for nothing.</param>
internal sealed record PlantedMethod(OrderRow Row, PrintedAdvice? Advice)
{
    /// <summary>Whether the advice is worth what it should be.</summary>
    public bool IsWeighedRight => Advice?.Weight == Row.Weight;

    /// <summary>Whether the interval holds the bytes that were allocated.</summary>
    public bool IsCovered => Advice is { Allocated: var allocated } && allocated.Low <= Row.Bytes && Row.Bytes <= allocated.High;

    public override string ToString() => Advice is null
        ? FormattableString.Invariant($"{Row.Method}: {Row.Finding}, {Row.Weight}, {Row.Bytes} B: nothing found")
        : FormattableString.Invariant($"{Row.Method}: {Row.Finding}, {Row.Weight}, {Row.Bytes} B: {Advice.Weight}, {Advice.Allocated.Low:0} to {Advice.Allocated.High:0} B");
}
