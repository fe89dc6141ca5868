namespace AsyncLoad.EndToEnd.Advice;

/// <summary>A closed load on the order service: some loops, each of which sends its next request when the last was answered.</summary>
internal static class OrderLoad
{
    // More than there are cores, so that the service works while answers travel.
    private const int Loops = 4;

    /// <summary>Runs it. All calls have ended when it returns.</summary>
    public static async Task RunAsync(OrderService service, TimeSpan length, CancellationToken cancellation)
    {
        using var over = new CancellationTokenSource(length);
        await Task.WhenAll(Enumerable.Range(0, Loops).Select(_ => LoopAsync()));

        async Task LoopAsync()
        {
            do await service.RoundAsync(cancellation);
            while (!over.IsCancellationRequested);
        }
    }
}
