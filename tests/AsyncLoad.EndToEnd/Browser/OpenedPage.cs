using Microsoft.Playwright;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>A page in its window, with what it said and asked for from the beginning on.</summary>
internal sealed class OpenedPage : IAsyncDisposable
{
    private readonly List<string> complaints = [];
    private readonly List<string> requests = [];

    private OpenedPage(IPage page)
    {
        Page = page;
        page.Console += (_, message) => complaints.Add($"{message.Type}: {message.Text}");
        page.PageError += (_, problem) => complaints.Add(problem);
        page.Dialog += (_, dialog) => complaints.Add($"dialog: {dialog.Message}");
        page.Request += (_, request) => requests.Add(request.Url);
    }

    public IPage Page { get; }

    /// <summary>What the console shows, uncaught errors, and dialogs.</summary>
    public IReadOnlyList<string> Complaints => complaints;

    /// <summary>What was asked for, the page itself first.</summary>
    public IReadOnlyList<string> Requests => requests;

    public static async Task<OpenedPage> OpenAsync(IBrowserContext context, string address)
    {
        var opened = new OpenedPage(await context.NewPageAsync());
        await opened.Page.GotoAsync(address, new PageGotoOptions { WaitUntil = WaitUntilState.Load });
        return opened;
    }

    /// <summary>Whether something is wider than the window.</summary>
    public async Task<bool> OverflowsAsync() => await Page.EvaluateAsync<bool>("document.documentElement.scrollWidth > document.documentElement.clientWidth");

    /// <summary>Opens everything that is there on request only.</summary>
    public Task OpenDetailsAsync() => Page.EvaluateAsync("document.querySelectorAll('details').forEach(details => details.open = true)");

    public async ValueTask DisposeAsync() => await Page.Context.DisposeAsync();
}
