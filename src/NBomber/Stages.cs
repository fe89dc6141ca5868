using AsyncLoad.Host;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Model.Units;
using NBomber.Contracts;
using Words = NBomber.CSharp.Simulation;

namespace AsyncLoad.NBomber;

/// <summary>Stages of a profile in NBomber's own types.</summary>
internal static class Stages
{
    // Iterations at once for each arrival per second: operations may take ten seconds.
    private const int OverlapSeconds = 10;
    private const int FewestPlaces = 64;
    private const int MostPlaces = 10_000;

    public static LoadSimulation[] ToNBomber(LoadSettings.Simulations settings) => [.. settings.Stages.Select(ToNBomber)];

    /// <summary>Most copies at once; null where arrivals come at a rate.</summary>
    public static int? Copies(LoadSettings.Simulations settings) =>
        settings.HasArrivals ? null : Math.Max(1, settings.Stages.Max(stage => stage switch
        {
            Simulation.KeepConstant keep => keep.Copies,
            Simulation.RampingConstant ramp => ramp.Copies,
            _ => 0,
        }));

    /// <summary>Iterations that may run at once: twice the copies, since a ramp replaces some before they have ended, or ten seconds of arrivals.</summary>
    public static int Places(LoadSettings.Simulations settings) => Copies(settings) is { } copies
        ? 2 * copies
        : (int)Math.Clamp(OverlapSeconds * settings.Stages.Max(PerSecond), FewestPlaces, MostPlaces);

    private static double PerSecond(Simulation stage) => stage switch
    {
        Simulation.Inject inject => PerSecond(inject.Rate, inject.Interval),
        Simulation.RampingInject ramp => PerSecond(ramp.Rate, ramp.Interval),
        Simulation.InjectRandom random => PerSecond(random.MaxRate, random.Interval),
        Simulation.KeepConstant keep => keep.Copies,
        Simulation.RampingConstant ramp => ramp.Copies,
        _ => 0,
    };

    private static double PerSecond(int rate, Duration interval) => rate / interval.Span.TotalSeconds;

    private static LoadSimulation ToNBomber(Simulation stage) => stage switch
    {
        Simulation.KeepConstant keep => Words.KeepConstant(copies: keep.Copies, during: keep.During.Span),
        Simulation.RampingConstant ramp => Words.RampingConstant(copies: ramp.Copies, during: ramp.During.Span),
        Simulation.Inject inject => Words.Inject(rate: inject.Rate, interval: inject.Interval.Span, during: inject.During.Span),
        Simulation.RampingInject ramp => Words.RampingInject(rate: ramp.Rate, interval: ramp.Interval.Span, during: ramp.During.Span),
        // NBomber draws from the first up to, not including, the second.
        Simulation.InjectRandom random =>
            Words.InjectRandom(minRate: random.MinRate, maxRate: random.MaxRate + 1, interval: random.Interval.Span, during: random.During.Span),
        Simulation.Pause pause => Words.Pause(during: pause.During.Span),
        _ => throw new RequestRefusedException(FailureReason.Request, $"NBomber cannot run the stage '{stage.Kind}' here: use engine native"),
    };
}
