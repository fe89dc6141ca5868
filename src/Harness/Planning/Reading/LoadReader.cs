using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>One entry of <c>loads</c>: a kind, or an object with a kind and its members.</summary>
internal sealed class LoadReader(ValueReader values)
{
    private const int MostWorkers = 1_024;
    private const int MostInFlight = 100_000;

    private static readonly string[] Kinds = [.. Vocabulary.Loads.Select(load => load.Name)];

    /// <summary>The load, or null with an error.</summary>
    public LoadSettings? Read(JsonMember entry)
    {
        if (entry.Value is JsonTree.Text) return FromKind(values.Known(entry, "load", Kinds), null);
        if (ObjectReader.Over(entry.Value, "load", values.Errors) is not { } members) return null;
        var kind = values.Known(members.Required("kind"), "load", Kinds);
        var load = FromKind(kind, members);
        // The members of a kind that is not known cannot be judged.
        if (kind is not null) members.RefuseOthers();
        return load;
    }

    private LoadSettings? FromKind(string? kind, ObjectReader? members) => kind switch
    {
        "sequential" => new LoadSettings.Sequential(),
        "parallelFor" => new LoadSettings.ParallelFor(Degree(members?.Optional("degree"))),
        "closedLoop" => new LoadSettings.ClosedLoop(Count(members?.Optional("workers")) ?? new LoadSettings.ClosedLoop().Workers),
        "wave" => new LoadSettings.Wave(Count(members?.Optional("size")) ?? new LoadSettings.Wave().Size),
        _ => null,
    };

    private int? Count(JsonMember? member) => member is null ? null : values.Whole(member, 1, MostInFlight);

    private int? Degree(JsonMember? member)
    {
        if (member?.Value is not JsonTree.Text text) return values.Whole(member, 1, MostWorkers);
        if (text.Value != "cores") values.Errors.Add(text.At, $"\"degree\" must be a whole number or \"cores\", not {text.What}");
        return null;
    }
}
