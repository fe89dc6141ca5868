namespace AsyncLoad.Workloads.Closures;

/// <summary>
/// The object whose five properties are set from five answers: 56 B where it outlives the method, 0 B where the JIT sees that it does not.
/// </summary>
internal sealed class Reply
{
    public const string Thanks = "Thanks";

    public string? First { get; set; }

    public string? Second { get; set; }

    public string? Third { get; set; }

    public string? Fourth { get; set; }

    public string? Fifth { get; set; }
}
