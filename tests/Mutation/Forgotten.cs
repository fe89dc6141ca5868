using System.Collections;
using System.Reflection;
using AsyncLoad.Analysis.Statistics;
using Xunit;

[assembly: AssemblyFixture(typeof(AsyncLoad.Tests.Forgotten))]

namespace AsyncLoad.Tests;

/// <summary>Empties what statistics remember before each run of the tests: Stryker keeps a test process from mutant to mutant, and an answer of one must not stand for that of the next.</summary>
public sealed class Forgotten
{
    /// <summary>Empties every static dictionary of the statistics, and the longest distribution made so far.</summary>
    public Forgotten()
    {
        var remembered = typeof(SignedRank).Assembly.GetTypes()
            .Where(type => type.Namespace == typeof(SignedRank).Namespace)
            .SelectMany(type => type.GetFields(BindingFlags.Static | BindingFlags.NonPublic));
        foreach (var field in remembered)
        {
            if (field.GetValue(null) is IDictionary answers) answers.Clear();
            else if (field.FieldType == typeof((int, double[]))) field.SetValue(null, (0, new double[] { 1 }));
        }
    }
}
