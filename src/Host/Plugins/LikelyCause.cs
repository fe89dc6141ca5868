using System.Net.Sockets;
using System.Reflection;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Host.Plugins.Benchmarks;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Plugins;

/// <summary>Explains failures of benchmarks that work under BenchmarkDotNet, where one process at a time calls them, on the thread of their set-up.</summary>
internal static class LikelyCause
{
    private const string ThreadStatic = "System.ThreadStaticAttribute";

    // Errors for a file that exists or is in use: numbers of Windows, the last two of which .NET uses everywhere, and of Unix.
    private static readonly int[] TakenNames = [unchecked((int)0x80070020), unchecked((int)0x80070050), unchecked((int)0x800700B7), 11, 17, 35];

    /// <summary>An explanation to append to a failure; empty when there is none.</summary>
    /// <param name="exception">What a workload threw.</param>
    /// <param name="workload">The workload.</param>
    /// <param name="load">The load that called it, or was to.</param>
    /// <param name="inTurn">Whether no process of the other side is alive.</param>
    public static string Of(Exception exception, Workload workload, LoadSettings load, bool inTurn)
    {
        if (workload is not BenchmarkWorkload benchmark) return "";
        for (var one = exception; one is not null; one = one.InnerException)
        {
            if (one is SocketException { SocketErrorCode: SocketError.AddressAlreadyInUse } || (one is IOException && TakenNames.Contains(one.HResult)))
            {
                return Taken(alone: load is LoadSettings.Sequential, inTurn);
            }
        }

        var names = load is LoadSettings.Sequential ? [] : ThreadBound(benchmark.Type).Order(StringComparer.Ordinal).ToList();
        return names.Count == 0
            ? ""
            : $"; {CSharpTypeName.Of(benchmark.Type)} keeps state in {string.Join(", ", names)}, which only the thread or the async flow of its set-up sees, "
                + $"and under {load.Kind} operations run on others: use --load sequential, or keep it in fields of the instance";
    }

    private static string Taken(bool alone, bool inTurn)
    {
        const string Remedy = "use port 0, or a name with the process id and a number";
        return (alone, inTurn) switch
        {
            (true, true) => "; the sides are measured one after the other, so another program has the port, file or database, or an earlier process has not given it back: close it in the clean-up",
            (false, true) => $"; the instances of workers are alive at once, so a fixed port, file or database name is taken: {Remedy}, or give all workers one instance (--shared-instance)",
            _ => "; both sides of a comparison are alive at once, and so are the instances of workers, so a fixed port, file or database name is taken: "
                + $"{Remedy}, or measure the sides one after the other (--in-turn{(alone ? "" : " and --shared-instance")})",
        };
    }

    private static IEnumerable<string> ThreadBound(Type type) =>
        ClassLevels.Of(type).SelectMany(level => level.GetFields(ClassLevels.Declared)).Where(IsThreadBound).Select(field => field.Name);

    private static bool IsThreadBound(FieldInfo field) =>
        (field.FieldType.IsGenericType && field.FieldType.GetGenericTypeDefinition() is var shape && (shape == typeof(AsyncLocal<>) || shape == typeof(ThreadLocal<>)))
        || (field.IsStatic && AttributeReader.Has(field, ThreadStatic));
}
