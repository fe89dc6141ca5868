using System.Reflection;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>Finds fields for which threads would contend if they shared an instance: locks, semaphores and concurrent collections.</summary>
internal static class SharedState
{
    private const BindingFlags Fields = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private static readonly HashSet<string> Locks = new(StringComparer.Ordinal)
    {
        "System.Threading.Lock", "System.Threading.SemaphoreSlim", "System.Threading.Semaphore", "System.Threading.Mutex", "System.Threading.SpinLock",
        "System.Threading.ReaderWriterLock", "System.Threading.ReaderWriterLockSlim", "System.Threading.ManualResetEventSlim", "System.Threading.Barrier",
    };

    private static readonly string[] Collections = ["System.Collections.Concurrent.", "System.Threading.Channels."];

    /// <summary>Name and type of the first such field of the class, or of a class of the same assembly that a field holds; null where there is none. Static fields are shared anyway.</summary>
    public static string? Find(Type type) => Find(type, "", []);

    private static string? Find(Type type, string path, HashSet<Type> seen)
    {
        if (!seen.Add(type)) return null;
        List<FieldInfo> fields = [.. ClassLevels.Of(type).SelectMany(one => one.GetFields(Fields))];
        return fields.Where(IsShared).Select(field => $"{path}{Name(field)} ({CSharpTypeName.Of(field.FieldType)})").FirstOrDefault()
            ?? fields.Where(field => field.FieldType is { IsClass: true } own && own.Assembly == type.Assembly)
                .Select(field => Find(field.FieldType, $"{path}{Name(field)}.", seen))
                .FirstOrDefault(found => found is not null);
    }

    // A private object that is set once is the usual lock.
    private static bool IsShared(FieldInfo field) => field.FieldType == typeof(object)
        ? field.IsInitOnly
        : Locks.Contains(field.FieldType.FullName ?? "") || Array.Exists(Collections, start => (field.FieldType.FullName ?? field.FieldType.ToString()).StartsWith(start, StringComparison.Ordinal));

    // The field behind a property: <Entries>k__BackingField.
    private static string Name(FieldInfo field) => field.Name.StartsWith('<') ? field.Name[1..field.Name.IndexOf('>', StringComparison.Ordinal)] : field.Name;
}
