using System.Collections;
using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Configs that attributes of a benchmark class bring. They are made, which loads BenchmarkDotNet.</summary>
internal static class DeclaredConfigs
{
    private static readonly string[] Bases = [BenchmarkAttributes.Job, BenchmarkAttributes.JobMutator, BenchmarkAttributes.Filter];

    /// <summary>Attributes that bring any config. Those of BenchmarkDotNet for columns and exporters are not among them, and need not be made.</summary>
    public static IReadOnlyList<string> Named { get; } = [BenchmarkAttributes.Config, BenchmarkAttributes.ConfigSource];

    /// <summary>Those of the assembly, then those of base classes, then those of the class. Of settings that are given twice, the later count.</summary>
    public static IEnumerable<object> Of(Type type)
    {
        var ofAssembly = Named.SelectMany(name => AttributeReader.All(type.Assembly, name)).Concat(Bases.SelectMany(name => AttributeReader.AllDerived(type.Assembly, name)));
        return ofAssembly.Select(Made).OfType<object>().Concat(ClassLevels.Of(type).Reverse().SelectMany(OfMember));
    }

    /// <summary>Those that a class or method carries itself.</summary>
    public static IEnumerable<object> OfMember(MemberInfo member) =>
        Named.SelectMany(name => AttributeReader.All(member, name)).Concat(Bases.SelectMany(name => AttributeReader.AllDerived(member, name))).Select(Made).OfType<object>();

    /// <summary>What a config gives, such as its jobs; empty where the version of BenchmarkDotNet does not know it.</summary>
    public static IEnumerable<object> Given(object config, string getter) =>
        config.GetType().GetMethod(getter, [])?.Invoke(config, BindingFlags.DoNotWrapExceptions, null, null, null) is IEnumerable given ? given.Cast<object>() : [];

    private static object? Made(AttributeUse use) =>
        use is { Name: BenchmarkAttributes.Config, Arguments: [Type made] } ? BenchmarkInstance.Create(made) : use.Named.GetValueOrDefault("Config");
}
