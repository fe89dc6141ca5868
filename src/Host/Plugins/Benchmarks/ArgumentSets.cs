using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>What a method with parameters is called with, from <c>[Arguments]</c> and <c>[ArgumentsSource]</c>.</summary>
/// <param name="Names">Names of the method's parameters.</param>
/// <param name="Texts">Each set as text, in their order.</param>
/// <param name="Values">Makes the values of the set of a text.</param>
internal sealed record ArgumentSets(IReadOnlyList<string> Names, IReadOnlyList<string> Texts, Func<string, object?[]> Values)
{
    /// <summary>Those of a method; null where it takes nothing.</summary>
    /// <exception cref="PluginRefusedException">It takes something and is given nothing, or other than it takes.</exception>
    public static ArgumentSets? Of(Type type, MethodInfo method)
    {
        var parameters = method.GetParameters();
        if (parameters.Length == 0) return null;
        var written = AttributeReader.AllInherited(method, BenchmarkAttributes.Arguments).Select(attribute => attribute.Listed.ToArray()).ToList();
        ValueSource[] sources = [.. AttributeReader.AllInherited(method, BenchmarkAttributes.ArgumentsSource).Select(attribute => ValueSource.Named(type, attribute))];
        if (written.Count == 0 && sources.Length == 0) throw new PluginRefusedException("it takes parameters, and neither [Arguments] nor [ArgumentsSource] says which");
        var texts = ValueText.Distinct(Sets().Select(set => string.Join(',', set.Select(ValueText.Of))));
        return new ArgumentSets([.. parameters.Select(parameter => parameter.Name ?? "argument")], texts, text =>
        {
            var index = texts.ToList().IndexOf(text);
            return index >= 0 ? Sets().ElementAt(index) : throw new PluginRefusedException($"{method.Name} is not called with '{text}', only with {string.Join("; ", texts)}");
        });

        IEnumerable<object?[]> Sets() => written
            .Concat(sources.SelectMany(source => source.Values()).Select(value => value is object?[] several && !TakesWhole(parameters, several) ? several : [value]))
            .Select(set => Converted(set, parameters));
    }

    // A method of one parameter may take an array whole, and a string[] is an object[] too.
    private static bool TakesWhole(ParameterInfo[] parameters, object?[] several) => parameters is [{ ParameterType: var only }] && only.IsInstanceOfType(several);

    private static object?[] Converted(object?[] values, ParameterInfo[] parameters)
    {
        if (values.Length != parameters.Length)
            throw new PluginRefusedException(FormattableString.Invariant($"it takes {parameters.Length} parameters and is given {values.Length}"));
        return [.. values.Zip(parameters, (value, parameter) => ArgumentConversion.To(parameter.ParameterType, value))];
    }
}
