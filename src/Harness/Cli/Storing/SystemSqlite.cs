using AsyncLoad.Harness.Platform;
using SQLitePCL;
using SystemLibrary = System.Runtime.InteropServices.NativeLibrary;

namespace AsyncLoad.Harness.Cli.Storing;

/// <summary>The SQLite of this system. Windows, macOS and most Linux systems have one. The package has none, so that it serves every system.</summary>
internal static class SystemSqlite
{
    private static readonly Lazy<bool> Loaded = new(Load);

    /// <summary>Loads it once.</summary>
    /// <exception cref="CommandFailedException">There is none.</exception>
    public static void Require(string store)
    {
        if (!Loaded.Value) throw new CommandFailedException(ExitCode.Refused, $"{store}: this system has no SQLite ({string.Join(" or ", ThisSystem.Names.Sqlite)}): install it (Debian: libsqlite3-0, Alpine: sqlite-libs), or name a folder as the store");
    }

    private static bool Load()
    {
        foreach (var name in ThisSystem.Names.Sqlite)
        {
            if (!SystemLibrary.TryLoad(name, out var library)) continue;
            SQLite3Provider_dynamic_cdecl.Setup(name, new Functions(library));
            raw.SetProvider(new SQLite3Provider_dynamic_cdecl());
            return true;
        }

        return false;
    }

    private sealed class Functions(nint library) : IGetFunctionPointer
    {
        public nint GetFunctionPointer(string name) => SystemLibrary.TryGetExport(library, name, out var function) ? function : 0;
    }
}
