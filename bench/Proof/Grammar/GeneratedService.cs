using AsyncLoad.Proof.Services;

namespace AsyncLoad.Proof.Grammar;

/// <summary>Services made of units.</summary>
internal static class GeneratedService
{
    /// <summary>Methods with their callers in each: with more, a finding could be too small to be told.</summary>
    private const int Units = 10;

    /// <summary>The service of a seed and a number, the same on every machine.</summary>
    public static Service Make(int seed, int number)
    {
        GeneratedUnit[] units = [.. Enumerable.Range((number - 1) * Units, Units).Select(index => GeneratedUnit.Make(seed, index + 1))];
        var entries = string.Join('\n', units.Select(unit => $"    [\"{unit.Digits}\"] = {unit.Entry},"));
        var statements = $"using Generated;\n\nawait Driver.RunAsync(new()\n{{\n{entries}\n}});\n\n{string.Concat(units.Select(unit => unit.TopLevel))}";
        return new Service(
            FormattableString.Invariant($"generated {number}"),
            [.. units.Where(unit => unit.Library.Length > 0).Select(unit => new SourceFile($"Library{unit.Digits}.cs", unit.Library))],
            [.. units.Select(unit => new SourceFile($"Unit{unit.Digits}.cs", unit.Program)), new SourceFile("Program.cs", statements)]);
    }
}
