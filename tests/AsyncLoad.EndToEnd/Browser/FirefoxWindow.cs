using System.Globalization;
using System.Net.WebSockets;
using System.Text.Json.Nodes;
using Xunit;

namespace AsyncLoad.EndToEnd.Browser;

/// <summary>
/// A Firefox of its own, steered by WebDriver BiDi. Playwright steers only a Firefox that it built and downloads. Where there is no Firefox, tests are skipped and say so.
/// </summary>
internal sealed class FirefoxWindow : IAsyncDisposable
{
    private static readonly string[] Programs = ["/usr/bin/firefox", "/usr/bin/firefox-esr"];

    private readonly Sandbox sandbox;
    private readonly RunningProgram program;
    private readonly ClientWebSocket socket = new();
    private string window = "";
    private int commands;

    private FirefoxWindow(Sandbox sandbox, RunningProgram program) => (this.sandbox, this.program) = (sandbox, program);

    public static async Task<FirefoxWindow> OpenAsync(bool isDark)
    {
        var path = Programs.FirstOrDefault(File.Exists);
        Assert.SkipWhen(path is null, $"there is no {string.Join(" or ", Programs)}");
        var sandbox = new Sandbox();
        var profile = Directory.CreateDirectory(Path.Combine(sandbox.Folder, "profile")).FullName;
        await File.WriteAllLinesAsync(Path.Combine(profile, "user.js"), Preferences(isDark));
        var program = RunningProgram.Start(
            sandbox, path, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"], ("HOME", sandbox.Folder));
        var opened = new FirefoxWindow(sandbox, program);
        await opened.ConnectAsync(Path.Combine(profile, "WebDriverBiDiServer.json"));
        return opened;
    }

    public async Task GoToAsync(string html) =>
        await SendAsync("browsingContext.navigate", new JsonObject { ["context"] = window, ["url"] = new Uri(sandbox.Write($"{Guid.NewGuid():N}.html", html)).AbsoluteUri, ["wait"] = "complete" });

    public async Task ResizeAsync(int width) =>
        await SendAsync("browsingContext.setViewport", new JsonObject { ["context"] = window, ["viewport"] = new JsonObject { ["width"] = width, ["height"] = 900 } });

    /// <summary>What an expression comes to, which must be a string.</summary>
    public async Task<string> EvaluateAsync(string expression)
    {
        var answer = await SendAsync("script.evaluate", new JsonObject { ["expression"] = expression, ["target"] = new JsonObject { ["context"] = window }, ["awaitPromise"] = true });
        Assert.Equal("success", answer["type"]!.GetValue<string>());
        return answer["result"]!["value"]!.GetValue<string>();
    }

    public async ValueTask DisposeAsync()
    {
        if (socket.State == WebSocketState.Open) await SendAsync("browser.close", []);
        // It answers before it has ended, and its processes for pages end after it.
        await Until.HoldsAsync(() => !HostProcesses.All(sandbox).Any(), "Firefox has ended");
        socket.Dispose();
        program.Dispose();
        sandbox.Dispose();
    }

    // It asks the network for nothing, and for no more than the page.
    private static IEnumerable<string> Preferences(bool isDark) =>
    [
        $"user_pref(\"layout.css.prefers-color-scheme.content-override\", {(isDark ? 0 : 1)});",
        "user_pref(\"network.proxy.type\", 1);",
        "user_pref(\"network.proxy.http\", \"127.0.0.1\");",
        "user_pref(\"network.proxy.http_port\", 9);",
        "user_pref(\"network.proxy.ssl\", \"127.0.0.1\");",
        "user_pref(\"network.proxy.ssl_port\", 9);",
        "user_pref(\"datareporting.policy.dataSubmissionEnabled\", false);",
        "user_pref(\"app.update.auto\", false);",
        "user_pref(\"browser.shell.checkDefaultBrowser\", false);",
    ];

    // Where it listens stands in its profile as soon as it does.
    private async Task ConnectAsync(string file)
    {
        await Until.HoldsAsync(() => File.Exists(file) && new FileInfo(file).Length > 0, "Firefox listens");
        var port = JsonNode.Parse(await File.ReadAllTextAsync(file))!["ws_port"]!.GetValue<int>();
        await socket.ConnectAsync(new Uri(string.Create(CultureInfo.InvariantCulture, $"ws://127.0.0.1:{port}/session")), TestContext.Current.CancellationToken);
        await SendAsync("session.new", new JsonObject { ["capabilities"] = new JsonObject() });
        window = (await SendAsync("browsingContext.getTree", []))["contexts"]![0]!["context"]!.GetValue<string>();
    }

    private async Task<JsonNode> SendAsync(string method, JsonObject parameters)
    {
        var id = ++commands;
        var command = new JsonObject { ["id"] = id, ["method"] = method, ["params"] = parameters };
        await socket.SendAsync(System.Text.Encoding.UTF8.GetBytes(command.ToJsonString()), WebSocketMessageType.Text, endOfMessage: true, TestContext.Current.CancellationToken);
        while (true)
        {
            var message = JsonNode.Parse(await ReceiveAsync())!;
            if (message["id"]?.GetValue<int>() != id) continue;
            Assert.True(message["type"]?.GetValue<string>() == "success", message.ToJsonString());
            return message["result"]!;
        }
    }

    private async Task<byte[]> ReceiveAsync()
    {
        using var whole = new MemoryStream();
        var part = new byte[16_384];
        while (true)
        {
            var received = await socket.ReceiveAsync(part, TestContext.Current.CancellationToken);
            whole.Write(part, 0, received.Count);
            if (received.EndOfMessage) return whole.ToArray();
        }
    }
}
