using AsyncLoad.Model.Texts;

namespace AsyncLoad.Testing;

/// <summary>Nothing could be measured, or not what was asked about; the message says why and names the run folder where there is one.</summary>
public sealed class MeasurementException : Exception
{
    // A test runner prints it, on a terminal or in the log of a build service.
    internal MeasurementException(string message)
        : base(ActiveText.EscapeLines(message))
    {
    }
}
