namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Who asked for which events.</summary>
internal sealed class Subscriptions
{
    private readonly List<(string Provider, int? Id, NettraceHandler Handler)> all = [];

    /// <summary>Asks for events of a provider.</summary>
    public void Add(string provider, int? id, NettraceHandler handler) => all.Add((provider, id, handler));

    /// <summary>Who asked for this event, in the order of asking.</summary>
    public NettraceHandler[] To(string provider, int id) =>
        [.. from asked in all where asked.Provider == provider && (asked.Id is null || asked.Id == id) select asked.Handler];
}
