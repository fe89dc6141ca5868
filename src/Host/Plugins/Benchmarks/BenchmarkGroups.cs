using System.Collections;
using System.Globalization;
using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Which methods of a class BenchmarkDotNet compares with one another: those of one group, by its default order (<c>DefaultOrderer.GetLogicalGroupKey</c>).</summary>
internal sealed class BenchmarkGroups
{
    // Values of BenchmarkLogicalGroupRule. There is one job here, and parameters have the same values on both sides of a comparison.
    private const int ByMethod = 0;
    private const int ByCategory = 3;

    private readonly Type type;
    private readonly HashSet<int> rules;

    private BenchmarkGroups(Type type, HashSet<int> rules) => (this.type, this.rules) = (type, rules);

    /// <summary>Methods with the group of each.</summary>
    /// <exception cref="PluginRefusedException">BenchmarkDotNet runs no such class: a group has two baselines.</exception>
    public static IReadOnlyList<BenchmarkMethod> In(Type type, IReadOnlyList<BenchmarkMethod> methods)
    {
        var groups = new BenchmarkGroups(type, [.. Nearest(type, BenchmarkAttributes.GroupBenchmarksBy).SelectMany(Rules)]);
        // A config is made only when it may matter, since it loads BenchmarkDotNet.
        if (methods.Any(method => method.IsBaseline) && methods.Select(method => string.Join(',', method.Categories)).Distinct(StringComparer.Ordinal).Count() > 1)
            groups.rules.UnionWith(DeclaredConfigs.Named.SelectMany(name => AttributeReader.All(type.Assembly, name).Concat(Nearest(type, name))).SelectMany(Rules));
        IReadOnlyList<BenchmarkMethod> grouped = [.. methods.Select(method => method with { Group = groups.Of(method) })];
        groups.RefuseSecondBaseline(grouped);
        return grouped;
    }

    /// <summary>Categories of a class and of its assembly, which all its methods have.</summary>
    public static IReadOnlyList<AttributeUse> Categories(Type type) =>
    [
        .. ClassLevels.Of(type).SelectMany(level => AttributeReader.All(level, BenchmarkAttributes.BenchmarkCategory)),
        .. AttributeReader.All(type.Assembly, BenchmarkAttributes.BenchmarkCategory),
    ];

    /// <summary>Categories of a method: its own, and those of its class.</summary>
    public static IReadOnlyList<string> Categories(MethodInfo method, IReadOnlyList<AttributeUse> ofClass) =>
        [.. AttributeReader.AllInherited(method, BenchmarkAttributes.BenchmarkCategory).Concat(ofClass).SelectMany(use => use.Listed).OfType<string>().Distinct(StringComparer.OrdinalIgnoreCase)];

    // The names of arguments belong to the group: methods with other names are not compared.
    private string Of(BenchmarkMethod method)
    {
        string[] parts =
        [
            rules.Contains(ByCategory) ? string.Join(',', method.Categories) : "",
            rules.Contains(ByMethod) ? method.Method.Name : "",
            method.Arguments is { } sets ? $"({string.Join(", ", sets.Names)})" : "",
        ];
        return string.Join(' ', parts.Where(part => part.Length > 0));
    }

    private void RefuseSecondBaseline(IEnumerable<BenchmarkMethod> methods)
    {
        foreach (var group in methods.Where(method => method.IsBaseline).GroupBy(method => method.Group, StringComparer.Ordinal))
        {
            // Overloads are one method to BenchmarkDotNet here.
            var marked = group.DistinctBy(method => method.Method.Name, StringComparer.Ordinal).ToList();
            var two = from first in marked from second in marked where first != second && first.SharesArguments(second) select (first, second);
            if (two.FirstOrDefault() is not ({ } one, { } other)) continue;
            var remedy = rules.Contains(ByCategory) ? "leave it on one of them" : "leave it on one of them, or give each another [BenchmarkCategory] and the class [GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory)]";
            throw new PluginRefusedException($"{one.Method.Name} and {other.Method.Name} are in one group and both have Baseline = true, and BenchmarkDotNet runs no such class: {remedy}");
        }
    }

    private static List<AttributeUse> Nearest(Type type, string name) =>
        ClassLevels.Of(type).Select(level => AttributeReader.All(level, name).ToList()).FirstOrDefault(uses => uses.Count > 0) ?? [];

    private static IEnumerable<int> Rules(AttributeUse use) => use switch
    {
        { Name: BenchmarkAttributes.Config, Arguments: [Type config] } => RulesOf(BenchmarkInstance.Create(config)),
        { Named: var named } when named.GetValueOrDefault("Config") is { } made => RulesOf(made),
        { Name: BenchmarkAttributes.GroupBenchmarksBy } => use.Arguments.OfType<IEnumerable>().SelectMany(list => list.Cast<object?>()).Select(Number),
        _ => [],
    };

    private static IEnumerable<int> RulesOf(object config) =>
        config.GetType().GetMethod("GetLogicalGroupRules", [])?.Invoke(config, BindingFlags.DoNotWrapExceptions, null, null, null) is IEnumerable rules ? rules.Cast<object?>().Select(Number) : [];

    private static int Number(object? rule) => Convert.ToInt32(rule, CultureInfo.InvariantCulture);
}
