namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>Handlers as a minimal API has them: the compiler names all of them alike.</summary>
internal static class SampleRoutes
{
    private static readonly string[] Verbs = ["GET", "HEAD"];

    public static void Map(SampleApi app, int tenant)
    {
        var quiet = "no route";
        app.MapGet("/orders/{id}", static async (int id) => await Twice(id));
        app.MapPost("/orders", async (int id) => await Twice(id + tenant));
        app.MapMethods("/status", Verbs, static async (int id) => await Twice(id));
        app.MapMethods("/verbs", ["GET", "HEAD"], static async (int id) => await Twice(id));
        app.MapGet($"/tenants/{tenant}", static async (int id) => await Twice(id + 1));
        app.Use(quiet, static async (int id) => await Twice(id + 2));
    }

    private static async Task<int> Twice(int value)
    {
        await Task.Yield();
        return 2 * value;
    }
}

internal sealed class SampleApi
{
    public List<Func<int, Task<int>>> Handlers { get; } = [];

    public void MapGet(string pattern, Func<int, Task<int>> handler) => Use(pattern, handler);

    public void MapPost(string pattern, Func<int, Task<int>> handler) => Use(pattern, handler);

    public void MapMethods(string pattern, IEnumerable<string> verbs, Func<int, Task<int>> handler) => Use(pattern + string.Concat(verbs), handler);

    public void Use(string pattern, Func<int, Task<int>> handler)
    {
        if (pattern.Length > 0) Handlers.Add(handler);
    }
}
