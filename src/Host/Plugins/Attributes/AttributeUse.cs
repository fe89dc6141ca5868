namespace AsyncLoad.Host.Plugins.Attributes;

/// <summary>An attribute as it was written.</summary>
/// <param name="Name">Full name of its class.</param>
/// <param name="Arguments">Values of its constructor's parameters; enums and arrays as themselves.</param>
/// <param name="Named">Values of its named arguments.</param>
internal sealed record AttributeUse(string Name, IReadOnlyList<object?> Arguments, IReadOnlyDictionary<string, object?> Named)
{
    /// <summary>A named argument, or null where it is not given or of another type.</summary>
    public T? Value<T>(string name)
        where T : class => Named.GetValueOrDefault(name) as T;

    /// <summary>The arguments of a constructor that takes <c>params</c>: one array, or whatever was written.</summary>
    public IReadOnlyList<object?> Listed => Arguments switch
    {
        [object?[] list] => list,
        // [Params(null)] is a null in place of the list.
        [null] => [null],
        _ => Arguments,
    };
}
