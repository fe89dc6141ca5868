using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Proof.Grammar;

/// <summary>How a method is written that allocates.</summary>
/// <param name="Text">
/// <c>@MODS</c> and <c>@PART</c> stand for its modifiers, <c>@SIG</c> for its name and parameters, <c>@R</c> for its result, <c>@VALUE</c> for an expression of that type.
/// </param>
/// <param name="Returns">What stands before its name where another type declares it.</param>
internal sealed record MethodShape(string Text, string Returns = "Task<@R>")
{
    /// <summary>What it calls, beside it: <c>@T</c> is the type of its result.</summary>
    public string Beside { get; init; } = "";

    /// <summary>Whether the result is of a known type, not of one that is a parameter.</summary>
    public bool IsOfKnownType => Beside.Length > 0;

    /// <summary>Whether a caller may do with the task what it likes: one that always suspends is only awaited, since to wait for it takes long.</summary>
    public bool MayHaveAnyCaller => !Text.Contains("{ await Task.Yield();", StringComparison.Ordinal);

    private const string Names = "public static class Names@N { public static Task<@T> NameAsync(int id) => Task.FromResult(Data@N.V); }";

    private static readonly IReadOnlyList<MethodShape> All =
    [
        new("@MODS async @PART Task<@R> @SIG { if (id < 0) await Task.Yield(); return @VALUE; }"),
        new("@MODS async @PART Task<@R> @SIG { if (id >= 0) return @VALUE; await Task.Delay(1).ConfigureAwait(false); return @VALUE; }"),
        new("@MODS async @PART Task<@R> @SIG { try { if (id < 0) await Task.Yield(); return @VALUE; } finally { Use.Of(id); } }"),
        new("@MODS async @PART Task<@R> @SIG { for (var turn = 0; turn < 3; turn++) { if (id < 0) await Task.Yield(); } return @VALUE; }"),
        new("@MODS @PART Task<@R> @SIG => Task.FromResult(@VALUE);"),
        new("@MODS @PART Task<@R> @SIG => Task.FromResult<@R>(@VALUE);"),
        new("@MODS @PART Task<@R> @SIG { if (id >= 0) return Task.FromResult(@VALUE); return Slow(@VALUE); static async Task<@R> Slow(@R late) { await Task.Yield(); return late; } }"),
        new("@MODS @PART Task<@R> @SIG => id >= 0 ? Task.FromResult(@VALUE) : Task.FromException<@R>(new IOException());"),
        new("@MODS @PART Task<@R> @SIG { switch (id) { case < 0: throw new IOException(); default: return (Task.FromResult(@VALUE)); } }"),
        new("@MODS async @PART Task<@R> @SIG => await Names@N.NameAsync(id);") { Beside = Names },
        new("@MODS async @PART Task<@R> @SIG { var name = await Names@N.NameAsync(id).ConfigureAwait(false); return name; }") { Beside = Names },
        new("@MODS @PART Task<@R> @SIG => Names@N.NameAsync(id);") { Beside = Names },
        new("@MODS async @PART Task<@R> @SIG { if ((id & 7) == 0) await Task.Yield(); return @VALUE; }"),
        new("@MODS async @PART Task<@R> @SIG { await Task.Yield(); return @VALUE; }"),
        new("@MODS async @PART Task<@R> @SIG { await Task.Yield(); await Task.Yield(); return @VALUE; }"),
        new("@MODS async @PART Task<@R> @SIG { switch (id & 7) { case 0: return @VALUE; case 1: return @VALUE; case 2: if (id < 0) await Task.Yield(); return @VALUE; case 3: return @VALUE; default: break; } if (id < 0) await Task.Yield(); return @VALUE; }"),
        new("@MODS async @PART Task<@R> @SIG { await using var scope = new Scope@N(); if (id < 0) await Task.Yield(); return @VALUE; }") { Beside = "public readonly struct Scope@N : IAsyncDisposable { public ValueTask DisposeAsync() => default; }" },
        new("@MODS async @PART Task<@R> @SIG { var found = @VALUE; await foreach (var turn in Turns@N.Of(id)) found = @VALUE; return found; }") { Beside = "public static class Turns@N { public static async IAsyncEnumerable<int> Of(int id) { if (id < 0) await Task.Yield(); yield return id; } }" },
        new("@MODS async @PART Task<@R> @SIG { var both = await Task.WhenAll(Names@N.NameAsync(id), Names@N.NameAsync(id)); return both[0]; }") { Beside = Names },
        new("@MODS async @PART Task<@R> @SIG { try { return await Names@N.NameAsync(id).ConfigureAwait(false); } catch (IOException) { return @VALUE; } }") { Beside = Names },
        new("@MODS async @PART Task<@R> @SIG { await Gate@N.One.WaitAsync(); try { return @VALUE; } finally { Gate@N.One.Release(); } }") { Beside = "public static class Gate@N { public static readonly SemaphoreSlim One = new(1); }" },
        new("@MODS @PART Task<@R> @SIG { try { return Task.FromResult(@VALUE); } catch (IOException e) { return Task.FromException<@R>(e); } }"),
        new("@MODS @PART Task<@R> @SIG { if (id < 0) return Task.FromCanceled<@R>(new CancellationToken(true)); return (id & 1) == 0 ? Task.FromResult<@R>(@VALUE) : System.Threading.Tasks.Task.FromResult(@VALUE); }"),
        new("@MODS @PART Task<@R> @SIG { Task<@R> found; if (id >= 0) found = Task.FromResult(@VALUE); else found = Task.FromException<@R>(new IOException()); return found; }"),
        new("@MODS @PART Task<@R> @SIG { var found = Task.FromResult(@VALUE); Use.Of(id); return found; }"),
        new("@MODS @PART Task<@R> @SIG => (id & 7) switch { 0 => Task.FromResult(@VALUE), 1 => id < 0 ? Task.FromException<@R>(new IOException()) : Task.FromResult(@VALUE), 2 or 3 => Task.FromResult(@VALUE), _ => Task.FromResult(@VALUE) };"),
        new("@MODS async @PART ValueTask<@R> @SIG { await Task.Yield(); return @VALUE; }", "ValueTask<@R>"),
    ];

    /// <summary>One of them.</summary>
    /// <param name="knownType">Whether it may be one whose result is of a known type.</param>
    public static MethodShape Choose(Dice dice, bool knownType) => dice.Of(knownType ? All : [.. All.Where(shape => !shape.IsOfKnownType)]);
}

/// <summary>A type of results, none of which the runtime has a task for already.</summary>
/// <param name="Value">An expression.</param>
internal sealed record ResultKind(string Type, string Value)
{
    public static IReadOnlyList<ResultKind> All { get; } =
    [
        new("string", "\"value\""),
        new("string?", "\"value\""),
        new("int", "1000"),
        new("long", "1_234_567_890_123L"),
        new("decimal", "12.5m"),
        new("double", "12.5"),
        new("int?", "1000"),
        new("(int, string)", "(1000, \"value\")"),
        new("(int Id, decimal Price)", "(1000, 12.5m)"),
        new("Guid", "new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)"),
        new("DateTime", "DateTime.UnixEpoch"),
        new("object", "new object()"),
        new("int[]", "[1, 2, 3]"),
        new("List<string>", "[\"value\"]"),
        new("IReadOnlyList<int>", "[1, 2, 3]"),
        new("Dictionary<string, int>", "[]"),
        new("Item@N", "new(1000)"),
        new("Item@N?", "new(1000)"),
        new("System.Collections.Generic.KeyValuePair<int, Item@N>", "new(1, new(1000))"),
    ];
}
