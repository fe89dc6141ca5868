namespace AsyncLoad.Harness.Cli.Output;

/// <summary>How results and progress are shown.</summary>
/// <param name="Format">Shape of results.</param>
/// <param name="Verbosity">How much is said besides results.</param>
/// <param name="Color">Whether colours are welcome.</param>
/// <param name="Progress">Whether live progress is welcome; it needs a terminal too.</param>
internal sealed record OutputStyle(OutputFormat Format, Verbosity Verbosity, bool Color, bool Progress);

/// <summary>Shape of results.</summary>
internal enum OutputFormat
{
    /// <summary>For people.</summary>
    Text,

    /// <summary>For programs.</summary>
    Json,
}

/// <summary>How much is said besides results.</summary>
internal enum Verbosity
{
    /// <summary>Errors only.</summary>
    Quiet,

    /// <summary>Progress and warnings.</summary>
    Normal,

    /// <summary>Also what each step does.</summary>
    Detailed,

    /// <summary>Everything, with stacks.</summary>
    Diagnostic,
}
