namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A class and those that it derives from.</summary>
internal static class ClassLevels
{
    /// <summary>The class itself first; none for null.</summary>
    public static IEnumerable<Type> Of(Type? type)
    {
        for (; type is not null; type = type.BaseType) yield return type;
    }
}
