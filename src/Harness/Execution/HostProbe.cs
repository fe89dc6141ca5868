using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Harness.Execution;

/// <summary>Asks a host build what it can measure. Stand-in until the host is started as a process: reads a catalogue beside the program.</summary>
internal static class HostProbe
{
    /// <summary>The catalogue of the host that lies beside the harness.</summary>
    public static async Task<Catalogue> DescribeAsync(CancellationToken cancellation)
    {
        var path = Path.Combine(AppContext.BaseDirectory, "catalogue.json");
        await using var stream = File.OpenRead(path);
        return await JsonSerializer.DeserializeAsync(stream, ModelJson.Line.Catalogue, cancellation)
            ?? throw new InvalidDataException($"{path} holds no catalogue");
    }
}
