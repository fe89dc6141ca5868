using AsyncLoad.Tracing.Events;
using AsyncLoad.Tracing.Metadata;
using AsyncLoad.Tracing.Naming;
using AsyncLoad.Tracing.Nettrace;

namespace AsyncLoad.Tracing.Stacks;

/// <summary>
/// Which method's code is at an address. Most names come in the rundown at the end of a trace, so it can be asked only after all is read. Unloaded code
/// may make room for other code: of several methods at one address, the one that was there when the stack was taken counts.
/// </summary>
internal sealed class CodeMap
{
    /// <summary>The frame that the trace does not name.</summary>
    public const int UnnamedFrame = 0;

    /// <summary>How many pieces of code are kept; further ones stay unnamed.</summary>
    public const int MostPieces = 500_000;

    private const int MostNames = 1_000_000;
    private const int MostModules = 100_000;

    // Code overlaps other code only where it was unloaded; a damaged length must not make every search a long one.
    private const int MostOverlaps = 64;

    private static readonly TracedFrame Unnamed = new(null, "", "", "");

    private readonly StackPool stacks;
    private readonly NameTable names = new(MostNames, "");
    private readonly Dictionary<TracedFrame, int> numbers = new() { [Unnamed] = UnnamedFrame };
    private readonly List<TracedFrame> frames = [Unnamed];
    private readonly Dictionary<ulong, string> modules = [];
    private readonly Dictionary<ulong, Piece> latest = [];
    private readonly List<Piece> pieces = [];
    private readonly Dictionary<ulong, int> named = [];
    private Piece[] ordered = [];
    private ulong[] reach = [];
    private (ulong Method, IlMap Map)? told;

    public CodeMap(NettraceReader reader, StackPool stacks)
    {
        this.stacks = stacks;
        reader.On(Providers.Runtime, MethodCode.LoadId, OnLoad);
        reader.On(Providers.Runtime, MethodCode.EndId, OnUnload);
        reader.On(Providers.Rundown, MethodIl.EndId, OnIl);
        reader.On(Providers.Rundown, MethodCode.LoadId, OnRundown);
        reader.On(Providers.Rundown, MethodCode.EndId, OnRundown);
        reader.On(Providers.Library, MethodCode.LoadId, OnNamed);
        reader.On(Providers.Library, ModuleLoaded.LoadId, OnModule);
        reader.On(Providers.Runtime, ModuleLoaded.LoadId, OnModule);
        reader.On(Providers.Rundown, ModuleLoaded.StartId, OnModule);
        reader.On(Providers.Rundown, ModuleLoaded.EndId, OnModule);
    }

    /// <summary>Which builds of assemblies the trace names.</summary>
    public TracedBuilds Builds { get; } = new();

    /// <summary>A frame by its number. Code of one method has one number, however often it was compiled.</summary>
    public TracedFrame this[int frame] => frames[frame];

    /// <summary>The number of the method whose code was at an address; <see cref="UnnamedFrame"/> when the trace does not name it.</summary>
    public int Find(ulong address, double atMs) => PieceAt(address, atMs) is { } found ? Number(found) : named.GetValueOrDefault(address, UnnamedFrame);

    /// <summary>Which IL of that method stands behind an address; null where the trace does not state it.</summary>
    public IlRange? FindIl(ulong address, double atMs) => PieceAt(address, atMs) is { Il: { } il } found ? il.At(address - found.Start) : null;

    private Piece? PieceAt(ulong address, double atMs)
    {
        if (ordered.Length != pieces.Count) Order();
        var (standing, nearest) = ((Piece?)null, (Piece?)null);
        var last = LastFrom(address);
        for (var place = last; place >= 0 && place > last - MostOverlaps && reach[place] > address; place--)
        {
            var piece = ordered[place];
            if (address - piece.Start >= piece.Size) continue;
            nearest ??= piece;
            // The start of code is often not recorded. Of several, the one that was unloaded first was there.
            if (piece.StandsAt(atMs) && (standing is null || piece.UntilMs < (standing.UntilMs ?? double.MaxValue))) standing = piece;
        }

        return standing ?? nearest;
    }

    /// <summary>Notes code at an address.</summary>
    internal void Add(in MethodCode code, double fromMs, IlMap? il = null)
    {
        if (code.Size == 0 || pieces.Count == MostPieces) return;
        if (latest.TryGetValue(code.Start, out var known))
        {
            if (known.Method == code.Method && !known.IsGone)
            {
                known.Il ??= il;
                return;
            }

            // No event said that it was unloaded.
            if (fromMs > 0) known.Leave(fromMs);
        }

        var piece = new Piece(code.Start, code.Size, code.Method, fromMs)
        {
            Module = code.Module,
            Type = names.Intern(code.Type),
            Name = names.Intern(code.Name),
            Signature = names.Intern(code.Signature),
            Token = code.Token,
            Il = il,
        };
        latest[code.Start] = piece;
        pieces.Add(piece);
    }

    /// <summary>Notes that code is gone.</summary>
    internal void Remove(in MethodCode code, double atMs)
    {
        Add(code, fromMs: 0);
        if (latest.TryGetValue(code.Start, out var known) && known.Method == code.Method) known.Leave(atMs);
        stacks.Forget(code.Start, code.Size);
    }

    private void OnLoad(in NettraceEvent traced) => Add(MethodCode.Read(traced), traced.AtMs);

    private void OnUnload(in NettraceEvent traced) => Remove(MethodCode.Read(traced), traced.AtMs);

    private void OnRundown(in NettraceEvent traced)
    {
        var code = MethodCode.Read(traced);
        // Statements are looked up in code of the user only; most methods are the framework's.
        Add(code, fromMs: 0, told?.Method == code.Method && !Framework.OwnsType(code.Type) ? told?.Map : null);
        told = null;
    }

    private void OnIl(in NettraceEvent traced)
    {
        var il = MethodIl.Read(traced);
        told = (il.Method, new IlMap(il.Il, il.Code));
    }

    // A call lies before the address to which it returns.
    private void OnNamed(in NettraceEvent traced)
    {
        var code = MethodCode.Read(traced);
        if (named.Count >= MostPieces) return;
        var number = Number(new TracedFrame(modules.GetValueOrDefault(code.Module), code.Type.ToString(), code.Name.ToString(), code.Signature.ToString()));
        named.TryAdd(code.Start, number);
        named.TryAdd(unchecked(code.Start - 1), number);
    }

    private void OnModule(in NettraceEvent traced)
    {
        var module = ModuleLoaded.Read(traced);
        if (module.Path.Length == 0 || modules.Count >= MostModules) return;
        modules[module.Module] = module.Path;
        Builds.Add(module.Path, module.Signature, module.PdbPath);
    }

    private int Number(Piece piece) => piece.Frame ??=
        Number(new TracedFrame(modules.GetValueOrDefault(piece.Module), names[piece.Type], names[piece.Name], names[piece.Signature]) { Token = piece.Token });

    private int Number(TracedFrame frame)
    {
        if (!numbers.TryGetValue(frame, out var number))
        {
            numbers.Add(frame, number = frames.Count);
            frames.Add(frame);
        }

        return number;
    }

    // The latest of several that begin at one address stands last.
    private void Order()
    {
        ordered = [.. pieces.OrderBy(piece => piece.Start)];
        reach = new ulong[ordered.Length];
        var furthest = 0UL;
        for (var place = 0; place < ordered.Length; place++) reach[place] = furthest = Math.Max(furthest, ordered[place].Start + ordered[place].Size);
    }

    private int LastFrom(ulong address)
    {
        var (low, high) = (0, ordered.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (ordered[middle].Start <= address) low = middle + 1;
            else high = middle;
        }

        return low - 1;
    }

    private sealed class Piece(ulong start, uint size, ulong method, double fromMs)
    {
        public ulong Start => start;

        public uint Size => size;

        public ulong Method => method;

        public required ulong Module { get; init; }

        public required int Type { get; init; }

        public required int Name { get; init; }

        public required int Signature { get; init; }

        public required int Token { get; init; }

        public double? UntilMs { get; private set; }

        /// <summary>Which IL stands behind it; null where the trace does not state it.</summary>
        public IlMap? Il { get; set; }

        /// <summary>Number of its frame, once it was asked for.</summary>
        public int? Frame { get; set; }

        public bool IsGone => UntilMs is not null;

        public void Leave(double atMs) => UntilMs ??= atMs;

        public bool StandsAt(double atMs) => atMs >= fromMs && !(atMs >= UntilMs);
    }
}
