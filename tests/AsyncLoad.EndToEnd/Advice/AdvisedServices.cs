using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>One session on the order service, and one after the advice was taken: everything about advice is read off these.</summary>
public sealed class AdvisedServices : IAsyncLifetime
{
    private const string Session = "8s";
    private static readonly TimeSpan Load = TimeSpan.FromSeconds(4);

    private AdviceRun? planted;
    private AdviceRun? remedied;

    internal AdviceRun Planted => planted ?? throw new InvalidOperationException("the run has not ended");

    internal AdviceRun Remedied => remedied ?? throw new InvalidOperationException("the run has not ended");

    public async ValueTask InitializeAsync()
    {
        planted = await RecordAsync(remedied: false);
        remedied = await RecordAsync(remedied: true);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static async Task<AdviceRun> RecordAsync(bool remedied)
    {
        using var sandbox = new Sandbox();
        // Apart, so that what the program leaves behind can be told from the service.
        using var elsewhere = new Sandbox();
        await using var service = await OrderService.StartAsync(Repository.Muxer, Repository.OrderService, remedied, elsewhere.Temporary);
        return await AdviceRun.RecordAsync(service, process => AnalyzeAsync(sandbox, process), Load, TestContext.Current.CancellationToken);
    }

    private static async Task<string> AnalyzeAsync(Sandbox sandbox, int process) => (await Asyncload.RunAsync(
        sandbox,
        "analyze", "--process-id", process.ToString(CultureInfo.InvariantCulture), "--duration", Session,
        "--format", "json", "--assembly", Path.GetDirectoryName(Repository.OrderService)!)).Expect(0).Output;
}
