using Microsoft.Playwright;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>One Chromium for all tests of a class. Where there is none, they are skipped and say so.</summary>
public sealed class ReportBrowser : IAsyncLifetime
{
    private const string Chromium = "/usr/bin/chromium";

    private readonly Sandbox sandbox = new();
    private IPlaywright? playwright;
    private IBrowser? browser;

    public async ValueTask InitializeAsync()
    {
        if (!File.Exists(Chromium)) return;
        playwright = await Playwright.CreateAsync();
        browser = await playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = Chromium,
            // What the browser itself wants of the network must not leave the machine. As root there is no sandbox.
            Args = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"],
        });
    }

    /// <summary>Opens a page in a window of its own.</summary>
    /// <param name="html">The page.</param>
    /// <param name="view">How it is looked at; null for a window of 1,280 × 900, in light.</param>
    internal async Task<OpenedPage> OpenAsync(string html, BrowserNewContextOptions? view = null)
    {
        Assert.SkipWhen(browser is null, $"there is no {Chromium}");
        var context = await browser.NewContextAsync(view ?? new BrowserNewContextOptions { ViewportSize = new ViewportSize { Width = 1_280, Height = 900 } });
        var file = sandbox.Write($"{Guid.NewGuid():N}.html", html);
        return await OpenedPage.OpenAsync(context, new Uri(file).AbsoluteUri);
    }

    /// <summary>Opens one of <see cref="ReportPages"/>.</summary>
    internal Task<OpenedPage> OpenPageAsync(string name, BrowserNewContextOptions? view = null) => OpenAsync(ReportPages.Html(name), view);

    public async ValueTask DisposeAsync()
    {
        if (browser is not null) await browser.DisposeAsync();
        playwright?.Dispose();
        sandbox.Dispose();
    }
}
