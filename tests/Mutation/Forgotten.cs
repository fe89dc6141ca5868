using System.Reflection;
using AsyncLoad.Analysis.Statistics;
using AsyncLoad.Harness.Planning;
using Xunit;

[assembly: AssemblyFixture(typeof(AsyncLoad.Tests.Forgotten))]

namespace AsyncLoad.Tests;

/// <summary>
/// Makes the static values of statistics and plans again before each run of the tests. Stryker keeps a test process from mutant to mutant: an answer that is
/// remembered of one must not stand for that of the next, and a value that is made once a process would never be made by the mutant.
/// </summary>
public sealed class Forgotten
{
    // A value may be made of another type's, which may be made of a third's, and types come in no useful order.
    private const int Rounds = 3;

    /// <summary>Runs the static constructors as if none had run.</summary>
    public unsafe Forgotten()
    {
        var constructors = new[] { typeof(SignedRank), typeof(Planner) }.SelectMany(Constructors).ToList();
        for (var round = 0; round < Rounds; round++)
        {
            // Reflection would run each only once.
            foreach (var constructor in constructors) ((delegate*<void>)constructor.MethodHandle.GetFunctionPointer())();
        }
    }

    private static IEnumerable<ConstructorInfo> Constructors(Type of) =>
        from type in of.Assembly.GetTypes()
        where !type.ContainsGenericParameters && (type.Namespace == of.Namespace || type.Namespace?.StartsWith(of.Namespace + ".", StringComparison.Ordinal) == true)
        let constructor = type.TypeInitializer
        where constructor is not null
        select constructor;
}
