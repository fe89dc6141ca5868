using AsyncLoad.Model.Texts;

namespace AsyncLoad.Testing;

/// <summary>A measurement failed or lacks the requested figure. The message says why and names the run folder if there is one.</summary>
public sealed class MeasurementException : Exception
{
    // A test runner prints it, on a terminal or in the log of a build service.
    internal MeasurementException(string message)
        : base(ActiveText.EscapeLines(message))
    {
    }
}
