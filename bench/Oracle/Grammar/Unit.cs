using System.Globalization;
using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Oracle.Grammar;

/// <summary>A benchmark class with those that it derives from, and at times one that is nested in it.</summary>
/// <param name="Number">It stands in the name of each of its classes.</param>
internal sealed record Unit(int Number, string Source)
{
    /// <summary>How a number stands in names.</summary>
    public static string Digits(int number) => number.ToString("0000", CultureInfo.InvariantCulture);

    /// <summary>The unit of a seed and a number, the same on every machine.</summary>
    public static Unit Make(int seed, int number) => new(number, new UnitGrammar(Dice.For(seed, number), Digits(number)).Write());
}

/// <summary>Shapes of classes.</summary>
internal sealed class UnitGrammar(Dice dice, string digits)
{
    private static readonly Weighted<Func<UnitGrammar, IEnumerable<string>>> Shapes = new(
        (40, unit => unit.Single("public class NAME")),
        (15, unit => unit.Pair("public abstract class NAME")),
        (7, unit => unit.Pair("public class NAME")),
        (6, unit => unit.Three()),
        (8, unit => unit.Generic()),
        (5, unit => unit.OfGenericBase()),
        (6, unit => unit.Nested()),
        (3, unit => unit.InCategories()),
        (2, unit => unit.Single("public record NAME")),
        (1, unit => unit.Sealed()),
        (1, unit => unit.Single("internal class NAME")),
        (1, unit => unit.Single("public abstract class NAME")),
        (1, unit => ["public struct " + unit.Main, "{", $"    [Benchmark] public void M11() => Recorder.Call(\"{unit.Main}.M11\", this);", "}"]),
        (1, unit => unit.Single("public class NAME(int number)", "public int Number => number;")),
        (1, unit => unit.Single("public class NAME", "public static NAME Made { get; } = new(); private NAME() { }")),
        (1, unit => unit.Single("public class NAME<T>")),
        (1, unit => unit.Single("[GenericTypeArguments(typeof(int))] public class NAME<T> where T : class")));

    public string Write() => string.Join('\n', ["using System.Runtime.CompilerServices;", "using BenchmarkDotNet.Attributes;", "", "namespace Generated;", .. Shapes.Choose(dice)(this), ""]);

    private string Main => "Class" + digits;

    private string Base => "Base" + digits;

    private IEnumerable<string> Single(string header, string member = "") =>
        Class(header, new Level(dice, Main, 1, null, header.Contains("<T>", StringComparison.Ordinal) ? "<T>" : ""), member);

    // C# lets nothing be virtual there.
    private IEnumerable<string> Sealed() => Single("public sealed class NAME").Select(line => line.Replace("public virtual ", "public ", StringComparison.Ordinal));

    private IEnumerable<string> Pair(string baseHeader)
    {
        var below = new Level(dice, Base, 1, null);
        return [.. Class(baseHeader, below), .. Class($"public class NAME : {Base}", new Level(dice, Main, 2, below))];
    }

    private IEnumerable<string> Three()
    {
        var lowest = new Level(dice, Base, 1, null);
        var middle = new Level(dice, "Middle" + digits, 2, lowest);
        return
        [
            .. Class("public abstract class NAME", lowest),
            .. Class($"public abstract class NAME : {Base}", middle),
            .. Class($"public class NAME : {middle.Name}", new Level(dice, Main, 3, middle)),
        ];
    }

    private IEnumerable<string> Generic()
    {
        var header = dice.Below(3) switch
        {
            0 => "[GenericTypeArguments(typeof(int))] [GenericTypeArguments(typeof(string))] public class NAME<T>",
            1 => "[GenericTypeArguments(typeof(int), typeof(List<string>))] public class NAME<T, U>",
            _ => "[With<int>] [With<Point>] public class NAME<T>",
        };
        return Class(header, new Level(dice, Main, 1, null, header.EndsWith("<T, U>", StringComparison.Ordinal) ? "<T, U>" : "<T>"));
    }

    private IEnumerable<string> OfGenericBase()
    {
        var below = new Level(dice, Base, 1, null, "<T>");
        return [.. Class("public abstract class NAME<T>", below), .. Class($"public class NAME : {Base}<{(dice.OneIn(2) ? "int" : "string")}>", new Level(dice, Main, 2, below))];
    }

    private IEnumerable<string> Nested()
    {
        var inner = Class(dice.OneIn(10) ? "private class NAME" : "public class NAME", new Level(dice, "Inner" + digits, 2, null));
        var header = dice.Below(4) switch
        {
            0 => "public static class NAME",
            1 => "public class NAME<T>",
            2 => "internal class NAME",
            _ => "public class NAME",
        };
        return header == "public class NAME" ? Class(header, new Level(dice, Main, 1, null), string.Join('\n', inner)) : [header.Replace("NAME", Main, StringComparison.Ordinal), "{", .. inner, "}"];
    }

    private IEnumerable<string> InCategories() => Class(
        "[GroupBenchmarksBy(BenchmarkDotNet.Configs.BenchmarkLogicalGroupRule.ByCategory)] public class NAME",
        new Level(dice, Main, 1, null),
        "[Benchmark(Baseline = true)] [BenchmarkCategory(\"Other\")] public void InOther() => Recorder.Call(\"NAME.InOther\", this);");

    private static IEnumerable<string> Class(string header, Level level, string member = "") =>
    [
        header.Replace("NAME", level.Name, StringComparison.Ordinal),
        "{",
        .. level.Lines.Append(member.Replace("NAME", level.Name, StringComparison.Ordinal)).Where(line => line.Length > 0).Select(line => "    " + line),
        "}",
    ];
}
