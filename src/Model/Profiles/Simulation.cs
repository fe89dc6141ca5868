using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Profiles;

/// <summary>One stage of a simulated load, in NBomber's words: closed ones keep copies running, open ones inject arrivals.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(KeepConstant), "keepConstant")]
[JsonDerivedType(typeof(RampingConstant), "rampingConstant")]
[JsonDerivedType(typeof(IterationsForConstant), "iterationsForConstant")]
[JsonDerivedType(typeof(Inject), "inject")]
[JsonDerivedType(typeof(RampingInject), "rampingInject")]
[JsonDerivedType(typeof(InjectRandom), "injectRandom")]
[JsonDerivedType(typeof(IterationsForInject), "iterationsForInject")]
[JsonDerivedType(typeof(Pause), "pause")]
public abstract record Simulation
{
    private Simulation()
    {
    }

    /// <summary>The word of the profile, such as <c>keepConstant</c>.</summary>
    [JsonIgnore]
    public string Kind => KindWord.Of(this);

    /// <summary>How long it lasts; null where a number of iterations ends it.</summary>
    [JsonIgnore]
    public Duration? Length => this switch
    {
        KeepConstant stage => stage.During,
        RampingConstant stage => stage.During,
        Inject stage => stage.During,
        RampingInject stage => stage.During,
        InjectRandom stage => stage.During,
        Pause stage => stage.During,
        _ => null,
    };

    /// <summary>So many copies, each starting its next iteration when the last has ended.</summary>
    /// <param name="Copies">How many, 1 or more.</param>
    /// <param name="During">For how long.</param>
    public sealed record KeepConstant(int Copies, Duration During) : Simulation;

    /// <summary>Copies added or taken away evenly, from the number of copies or the rate of the stage before.</summary>
    /// <param name="Copies">How many at the end, 0 or more.</param>
    /// <param name="During">For how long.</param>
    public sealed record RampingConstant(int Copies, Duration During) : Simulation;

    /// <summary>So many copies until so many iterations are done.</summary>
    /// <param name="Copies">How many, 1 or more.</param>
    /// <param name="Iterations">Iterations of all copies together, 1 or more.</param>
    public sealed record IterationsForConstant(int Copies, int Iterations) : Simulation;

    /// <summary>Arrivals at a rate, each running once.</summary>
    /// <param name="Rate">Arrivals per interval, 1 or more.</param>
    /// <param name="Interval">The interval.</param>
    /// <param name="During">For how long.</param>
    public sealed record Inject(int Rate, Duration Interval, Duration During) : Simulation;

    /// <summary>Arrivals at a rate that rises or falls evenly, from the number of copies or the rate of the stage before.</summary>
    /// <param name="Rate">Arrivals per interval at the end, 0 or more.</param>
    /// <param name="Interval">The interval.</param>
    /// <param name="During">For how long.</param>
    public sealed record RampingInject(int Rate, Duration Interval, Duration During) : Simulation;

    /// <summary>Arrivals at a rate drawn for each interval, the same for both sides.</summary>
    /// <param name="MinRate">Fewest arrivals per interval, 0 or more.</param>
    /// <param name="MaxRate">Most arrivals per interval.</param>
    /// <param name="Interval">The interval.</param>
    /// <param name="During">For how long.</param>
    public sealed record InjectRandom(int MinRate, int MaxRate, Duration Interval, Duration During) : Simulation;

    /// <summary>Arrivals at a rate until so many have come.</summary>
    /// <param name="Rate">Arrivals per interval, 1 or more.</param>
    /// <param name="Interval">The interval.</param>
    /// <param name="Iterations">Arrivals in all, 1 or more.</param>
    public sealed record IterationsForInject(int Rate, Duration Interval, int Iterations) : Simulation;

    /// <summary>Nothing at all.</summary>
    /// <param name="During">For how long.</param>
    public sealed record Pause(Duration During) : Simulation;
}
