using System.Text.Json.Serialization;
using AsyncLoad.Model.Units;

namespace AsyncLoad.Model.Measurements;

/// <summary>How the measurement of one cell ended. Failure is data: the run goes on.</summary>
[JsonPolymorphic(TypeDiscriminatorPropertyName = "outcome")]
[JsonDerivedType(typeof(Completed), "completed")]
[JsonDerivedType(typeof(Crashed), "crashed")]
[JsonDerivedType(typeof(TimedOut), "timedOut")]
[JsonDerivedType(typeof(Refused), "refused")]
[JsonDerivedType(typeof(CaptureLost), "captureLost")]
[JsonDerivedType(typeof(Stopped), "stopped")]
public abstract record CellOutcome
{
    private CellOutcome()
    {
    }

    /// <summary>It was measured.</summary>
    /// <param name="Measurement">What it delivered.</param>
    public sealed record Completed(SideMeasurement Measurement) : CellOutcome;

    /// <summary>The process ended by itself or was killed from outside.</summary>
    /// <param name="During">What it was asked to do at the time.</param>
    /// <param name="ExitCode">Its exit code, when it has one.</param>
    /// <param name="Signal">Name of the signal that ended it, such as <c>SIGSEGV</c>.</param>
    /// <param name="Message">What it reported before it ended; null when it could not.</param>
    /// <param name="StandardError">The last lines of its standard error.</param>
    public sealed record Crashed(string During, int? ExitCode, string? Signal, string? Message, string StandardError) : CellOutcome;

    /// <summary>The process did not answer in time and was killed.</summary>
    /// <param name="During">What it was asked to do.</param>
    /// <param name="Deadline">How long it was given.</param>
    /// <param name="StandardError">The last lines of its standard error.</param>
    public sealed record TimedOut(string During, Duration Deadline, string StandardError) : CellOutcome;

    /// <summary>The process refused to measure: a setting did not take effect, or the sides return different values.</summary>
    /// <param name="Reason">What was asked and what was found.</param>
    public sealed record Refused(string Reason) : CellOutcome;

    /// <summary>The workload ran, but its trace is incomplete.</summary>
    /// <param name="Reason">What is missing.</param>
    public sealed record CaptureLost(string Reason) : CellOutcome;

    /// <summary>Nothing was wrong with it: its partner failed, or the run was interrupted.</summary>
    /// <param name="Reason">Why it was stopped.</param>
    public sealed record Stopped(string Reason) : CellOutcome
    {
        /// <summary>The outcome of a side whose partner failed.</summary>
        public static Stopped WithPartner => new("its partner failed");
    }
}
