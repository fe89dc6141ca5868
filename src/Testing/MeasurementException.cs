namespace AsyncLoad.Testing;

/// <summary>Nothing could be measured, or not what was asked about; the message says why and names the run folder where there is one.</summary>
public sealed class MeasurementException : Exception
{
    internal MeasurementException(string message)
        : base(message)
    {
    }
}
