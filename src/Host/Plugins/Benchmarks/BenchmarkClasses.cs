using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Finds the benchmark classes of a plug-in.</summary>
internal static class BenchmarkClasses
{
    /// <summary>Each class that has benchmark methods, generic ones once for each set of type arguments, in the order of their full names, nested ones last.</summary>
    /// <param name="types">The types of the plug-in.</param>
    /// <param name="taken">Ids that others have; those of these classes are added.</param>
    /// <param name="sharesInstance">Whether all workers call one instance.</param>
    public static IEnumerable<Offer> Find(IEnumerable<Type> types, ISet<string> taken, bool sharesInstance)
    {
        foreach (var entry in types.OrderBy(type => type.IsNested).ThenBy(type => type.FullName, StringComparer.Ordinal).SelectMany(Candidates).ToList())
        {
            if (entry.Problem is { } problem) yield return Offer.Of(new LeftOut(Name(entry.Type), problem));
            else yield return OfferOf(entry.Type, taken, sharesInstance);
        }
    }

    private static Offer OfferOf(Type type, ISet<string> taken, bool sharesInstance)
    {
        var brief = KebabCase.Of(CSharpTypeName.Of(type));
        // A class whose name alone is taken goes by its full one.
        var id = KebabCase.Unique(taken.Contains(brief) ? KebabCase.Of(CSharpTypeName.Full(type)) : brief, taken);
        return new Offer(id, Name(type), () =>
        {
            var definition = BenchmarkClass.Read(type);
            return new OfferedWorkload(definition.Methods.Count == 0 ? null : new BenchmarkWorkload(id, definition, sharesInstance), definition.LeftOut);
        });
    }

    private static IEnumerable<(Type Type, string? Problem)> Candidates(Type type)
    {
        try
        {
            return BenchmarkClass.Is(type) ? [.. Closed(type)] : [];
        }
        catch (Exception exception) when (exception is IOException or TypeLoadException or BadImageFormatException)
        {
            // The signature of one of its methods names what is not there.
            return [(type, PluginFault.Reason(exception))];
        }
    }

    private static IEnumerable<(Type Type, string? Problem)> Closed(Type type)
    {
        if (!type.ContainsGenericParameters)
        {
            yield return (type, null);
            yield break;
        }

        var sets = AttributeReader.All(type, BenchmarkAttributes.GenericTypeArguments).Select(attribute => attribute.Listed.OfType<Type>().ToArray()).ToList();
        if (sets.Count == 0) yield return (type, "it is generic, and no [GenericTypeArguments] says with what");
        foreach (var set in sets) yield return Close(type, set);
    }

    private static (Type Type, string? Problem) Close(Type type, Type[] arguments)
    {
        try
        {
            return (type.MakeGenericType(arguments), null);
        }
        catch (ArgumentException exception)
        {
            return (type, $"[GenericTypeArguments({string.Join(", ", arguments.Select(CSharpTypeName.Of))})] does not fit: {exception.Message}");
        }
    }

    private static string Name(Type type) => CSharpTypeName.Of(type);
}
