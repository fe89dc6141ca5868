using System.Text;
using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Nettrace;
using Microsoft.Diagnostics.Tracing.Etlx;
using TraceLog = Microsoft.Diagnostics.Tracing.Etlx.TraceLog;

namespace AsyncLoad.Tracing.Library;

/// <summary>
/// Hands out the names that the library has for addresses: from native symbols, or from events that a conversion dropped from an .etlx file.
/// Each becomes an event like the runtime's own for a method.
/// </summary>
internal sealed class LibraryNames(TraceLog log, Subscriptions asked)
{
    private readonly NettraceHandler[] methods = asked.To(Providers.Library, MethodCode.LoadId);
    private readonly NettraceHandler[] modules = asked.To(Providers.Library, ModuleLoaded.LoadId);

    public void HandOut(IEnumerable<CodeAddressIndex> addresses, double atMs)
    {
        foreach (var index in addresses)
        {
            var code = log.CodeAddresses[index];
            if (code.FullMethodName is not { Length: > 0 } name) continue;
            var module = (ulong)(int)code.ModuleFile.ModuleFileIndex;
            Hand(modules, ModuleLoaded.LoadId, Written(told => Module(told, module, code.ModuleFilePath)), atMs);
            Hand(methods, MethodCode.LoadId, Written(told => Method(told, module, code.Address, name)), atMs);
        }
    }

    /// <summary>Splits a full name of the library into type, method, and the signature in brackets.</summary>
    internal static (string Type, string Method, string Signature) Split(string name)
    {
        var end = name.IndexOf('(', StringComparison.Ordinal) is var open and > 0 ? open : name.Length;
        // Generic arguments contain dots too, a constructor begins with one, and the method follows the arguments of its type.
        var (dot, depth) = (-1, 0);
        for (var place = 0; place < end; place++)
        {
            if (name[place] == '[') depth++;
            else if (name[place] == ']') depth--;
            else if (name[place] == '.' && depth == 0 && dot != place - 1) dot = place;
            if (dot > 0 && name[dot - 1] == ']') break;
        }

        return dot < 0 ? ("", name[..end], name[end..]) : (name[..dot], name[(dot + 1)..end], name[end..]);
    }

    private static void Module(BinaryWriter told, ulong module, string path)
    {
        told.Write(module);
        told.Write(0UL);
        told.Write(0UL);
        Text(told, path);
    }

    private static void Method(BinaryWriter told, ulong module, ulong address, string name)
    {
        var (type, method, signature) = Split(name);
        told.Write(address);
        told.Write(module);
        told.Write(address);
        told.Write(1);
        told.Write(0UL);
        Text(told, type);
        Text(told, method);
        Text(told, signature);
    }

    private static void Text(BinaryWriter told, string text) => told.Write(Encoding.Unicode.GetBytes(text + '\0'));

    private static byte[] Written(Action<BinaryWriter> write)
    {
        using var bytes = new MemoryStream();
        using var told = new BinaryWriter(bytes);
        write(told);
        return bytes.ToArray();
    }

    private static void Hand(NettraceHandler[] handlers, int id, byte[] payload, double atMs)
    {
        var traced = new NettraceEvent { Kind = new EventKind(Providers.Library, id, 0, "", []), AtMs = atMs, ThreadId = 0, Payload = payload, PointerBytes = 8, Stack = [] };
        foreach (var handler in handlers) handler(traced);
    }
}
