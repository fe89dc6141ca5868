using System.Reflection;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A method with <c>[Benchmark]</c> that can be measured.</summary>
/// <param name="Id">Kebab-case id, unique in its class.</param>
/// <param name="Method">The method.</param>
/// <param name="Description">What its author wrote, or null.</param>
/// <param name="IsBaseline">Whether its author compares others with it.</param>
/// <param name="OperationsPerInvoke">Operations that one call does.</param>
/// <param name="Arguments">What it is called with; null where it takes nothing.</param>
/// <param name="SetUp">Called once for an instance before it, or null.</param>
/// <param name="CleanUp">Called once for an instance after it, or null.</param>
internal sealed record BenchmarkMethod(
    string Id,
    MethodInfo Method,
    string? Description,
    bool IsBaseline,
    int OperationsPerInvoke,
    ArgumentSets? Arguments,
    MethodInfo? SetUp,
    MethodInfo? CleanUp);
