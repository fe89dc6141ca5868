using System.Text.Json;
using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a browser makes of the report.</summary>
[Collection(typeof(CompleteRunReaders))]
public partial class HtmlReportTests(CompleteRun run)
{
    private const string Chromium = "/usr/bin/chromium";

    [Fact]
    public async Task A_browser_shows_it_without_complaint_and_without_the_network()
    {
        using var sandbox = new Sandbox();

        var seen = await OpenAsync(sandbox, run.Folder.At("report.html"));

        Assert.Empty(seen.Complaints);
        Assert.Empty(seen.Requests);
        Assert.True(seen.ScreenshotBytes > 10_000, $"a screenshot of {seen.ScreenshotBytes} bytes shows nothing");
        Assert.Matches(TitledChart(), seen.Document);
        Assert.Contains("504 → 0 B/op", seen.Document, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_browser_tells_what_a_report_must_not_do()
    {
        using var sandbox = new Sandbox();
        var page = sandbox.Write("page.html", """<html><img src="http://127.0.0.1:9/x.png"><script>console.error("told")</script></html>""");

        var seen = await OpenAsync(sandbox, page);

        Assert.Contains(seen.Complaints, line => line.Contains("told", StringComparison.Ordinal));
        Assert.Equal(["http://127.0.0.1:9/x.png"], seen.Requests);
    }

    private static async Task<Seen> OpenAsync(Sandbox sandbox, string page)
    {
        Assert.SkipUnless(File.Exists(Chromium), $"there is no {Chromium}");
        using var browser = RunningProgram.Start(sandbox, Chromium,
        [
            "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update",
            // What the browser itself wants of the network must not leave the machine.
            "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
            $"--user-data-dir={sandbox.At("browser")}", "--enable-logging=stderr", $"--log-net-log={sandbox.At("requests.json")}",
            $"--screenshot={sandbox.At("page.png")}", "--window-size=1000,1400", "--dump-dom", new Uri(page).AbsoluteUri,
        ]);
        var ended = (await browser.EndAsync()).Expect(0);
        return new Seen(
            ended.Output,
            [.. ended.Error.Split('\n').Where(line => line.Contains("CONSOLE", StringComparison.Ordinal))],
            [.. Requests(sandbox.At("requests.json"))],
            new FileInfo(sandbox.At("page.png")).Length);
    }

    // Requests of the page itself: those of a file:// context. The browser's own have another.
    private static IEnumerable<string> Requests(string log)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(log));
        foreach (var entry in document.RootElement.GetProperty("events").EnumerateArray())
        {
            if (!entry.TryGetProperty("params", out var details)
                || !details.TryGetProperty("url", out var url)
                || !details.TryGetProperty("network_isolation_key", out var context)) continue;
            if (context.GetString()!.StartsWith("file:", StringComparison.Ordinal) && !url.GetString()!.StartsWith("file:", StringComparison.Ordinal))
                yield return url.GetString()!;
        }
    }

    [GeneratedRegex(@"<svg[^>]*aria-labelledby=""[^""]+""[^>]*><title[^>]*>[^<]+</title>")]
    private static partial Regex TitledChart();

    /// <summary>What came of opening a page.</summary>
    private sealed record Seen(string Document, IReadOnlyList<string> Complaints, IReadOnlyList<string> Requests, long ScreenshotBytes);
}
