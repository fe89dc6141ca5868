using System.Runtime.CompilerServices;

namespace AsyncLoad.Tests;

/// <summary>
/// Pool threads enough for tests that block some of them: the pool adds only one or two a second beyond the number of cores, and a load in another test
/// would wait for that.
/// </summary>
internal static class PoolThreads
{
    private const int Enough = 64;

#pragma warning disable CA2255 // A test assembly is an application: nobody loads it by surprise.
    [ModuleInitializer]
#pragma warning restore CA2255
    internal static void Provide() => ThreadPool.SetMinThreads(Enough, Enough);
}
