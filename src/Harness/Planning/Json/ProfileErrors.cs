namespace AsyncLoad.Harness.Planning.Json;

/// <summary>Something wrong with a profile.</summary>
/// <param name="At">Where.</param>
/// <param name="Message">What, with the nearest right name where there is one.</param>
internal sealed record ProfileError(Place At, string Message)
{
    /// <summary><c>file:line:column: message</c>.</summary>
    public override string ToString() => $"{Printable.Text(At.ToString())}: {Message}";
}

/// <summary>Collects all errors, so that a user can fix a profile in one go. Not thread-safe.</summary>
internal sealed class ProfileErrors
{
    private readonly List<ProfileError> found = [];

    /// <summary>Everything found, in the order of the file; arguments last.</summary>
    public IReadOnlyList<ProfileError> InOrder =>
        [.. found.Distinct().OrderBy(error => error.At.Line ?? int.MaxValue).ThenBy(error => error.At.Column)];

    /// <summary>Whether nothing is wrong so far.</summary>
    public bool None => found.Count == 0;

    /// <summary>How many there are so far.</summary>
    public int Count => found.Count;

    /// <summary>Notes one more.</summary>
    public void Add(Place at, string message) => found.Add(new ProfileError(at, message));
}
