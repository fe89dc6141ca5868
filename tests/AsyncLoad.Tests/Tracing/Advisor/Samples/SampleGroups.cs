namespace AsyncLoad.Tests.Tracing.Advisor.Samples;

/// <summary>Handlers of a minimal API in groups of routes.</summary>
internal static class SampleGroups
{
    public static async Task MapAsync(SampleApi app, string name)
    {
        var shop = app.MapGroup("/shop");
        var admin = shop.MapGroup("admin/").Tag("secret").Tag(name);
        var last = admin;
        app.MapGroup("/reports").MapGet("/{year:int}", static async (int id) => await Twice(id));
        admin.MapGet("/users", static async (int id) => await Twice(id));
        admin.MapPost("/users", async (int id) => await Twice(id + name.Length));
        app.MapGroup(name).MapGet("/named", static async (int id) => await Twice(id));
        await Task.Yield();
        shop.MapGet("", static async (int id) => await Twice(id));
        if (name.Length > 0) last = shop;
        last.MapGet("/last", static async (int id) => await Twice(id));
    }

    public static T Tag<T>(this T group, string name)
        where T : class => name.Length > 0 ? group : throw new ArgumentException("no name", nameof(name));

    private static SampleApi MapGroup(this SampleApi app, string prefix) => prefix.Length > 0 ? new SampleApi() : app;

    private static async Task<int> Twice(int value)
    {
        await Task.Yield();
        return 2 * value;
    }
}
