namespace AsyncLoad.Proof.Grammar;

/// <summary>Where a method is declared, and who else declares it.</summary>
/// <param name="Text">Types of the program: <c>@METHOD[modifiers|name and parameters|partial]</c> is the method, and <c>@RETURNS</c> what stands before its name elsewhere.</param>
internal sealed record Home(string Text)
{
    public const string Signature = "GetAsync(int id)";

    /// <summary>A field of the caller's type.</summary>
    public string Field { get; init; } = "public static readonly Store@N Store = new();";

    /// <summary>How the method is called with <c>i</c>.</summary>
    public string Call { get; init; } = "Store.GetAsync(i)";

    /// <summary>Types of the assembly that the program uses.</summary>
    public string Library { get; init; } = "";

    /// <summary>The result as the method names it: <c>@T</c>, or a type parameter.</summary>
    public string Result { get; init; } = "@T";

    /// <summary>A value of that type, inside the method.</summary>
    public string Value { get; init; } = "Data@N.V";

    /// <summary>Where the caller stands.</summary>
    public CallerPlace Place { get; init; } = CallerPlace.Class;

    public bool IsOfKnownType => Result == "@T";

    private const string Contract = "public interface IStore@N { @RETURNS GetAsync(int id); }";
    private const string OfInterface = "public static readonly IStore@N Store = new Store@N();";

    public static IReadOnlyList<Home> All { get; } =
    [
        new("public sealed class Store@N { @METHOD[public] }"),
        new("public static class Store@N { @METHOD[public static] }") { Field = "", Call = "Store@N.GetAsync(i)" },
        new("internal class Store@N { @METHOD[internal protected virtual] }") { Field = "private static readonly Store@N Store = new();" },
        new(Contract + " public sealed class Store@N : IStore@N { @METHOD[public] }") { Field = OfInterface },
        new(Contract + " public sealed class Store@N : IStore@N { @METHOD[public] } public sealed class Empty@N : IStore@N { public @RETURNS GetAsync(int id) => throw new IOException(); }") { Field = OfInterface },
        new(Contract + " public sealed class Store@N : IStore@N { @METHOD[public] } public sealed class Logged@N(IStore@N inner) : IStore@N { public async @RETURNS GetAsync(int id) => await inner.GetAsync(id); }")
        {
            Field = "public static readonly IStore@N Store = new Logged@N(new Store@N());",
        },
        new(Contract + " public sealed class Store@N : IStore@N { @METHOD[public] } public sealed class Guarded@N(IStore@N inner) : IStore@N { public @RETURNS GetAsync(int id) => inner.GetAsync(id); }")
        {
            Field = "public static readonly IStore@N Store = new Guarded@N(new Store@N());",
        },
        new(Contract + " public sealed class Store@N : IStore@N { @METHOD[|IStore@N.GetAsync(int id)] }") { Field = OfInterface },
        new("public interface IBase@N { @RETURNS GetAsync(int id); } public interface IStore@N : IBase@N; public sealed class Store@N : IStore@N { @METHOD[public] }") { Field = OfInterface },
        new("public interface IStore@N { @METHOD[|GetAsync(int id)] } public sealed class Store@N : IStore@N;") { Field = OfInterface },
        new(Contract + " public class Base@N { @METHOD[public] } public sealed class Store@N : Base@N, IStore@N;") { Field = OfInterface },
        new(Contract + " public abstract class Base@N : IStore@N { public abstract @RETURNS GetAsync(int id); } public sealed class Store@N : Base@N { @METHOD[public override] }") { Field = OfInterface },
        new("public abstract class Base@N { public abstract @RETURNS GetAsync(int id); } public sealed class Store@N : Base@N { @METHOD[public override] }") { Field = "public static readonly Base@N Store = new Store@N();" },
        new("public class Base@N { public virtual @RETURNS GetAsync(int id) => throw new IOException(); } public sealed class Store@N : Base@N { @METHOD[public sealed override] }") { Field = "public static readonly Base@N Store = new Store@N();" },
        new("public sealed class Store@N<TItem>(TItem value) { @METHOD[public] }") { Result = "TItem", Value = "value", Field = "public static readonly Store@N<@T> Store = new(Data@N.V);" },
        new("public interface IStore@N<TItem> { @RETURNS[TItem] GetAsync(int id); } public sealed class Store@N : IStore@N<@T> { @METHOD[public] }") { Field = "public static readonly IStore@N<@T> Store = new Store@N();" },
        new("public abstract class Base@N<TItem> { public abstract @RETURNS[TItem] GetAsync(int id); } public sealed class Store@N : Base@N<@T> { @METHOD[public override] }") { Field = "public static readonly Base@N<@T> Store = new Store@N();" },
        new("public interface IStore@N { @RETURNS[TItem] GetAsync<TItem>(int id, TItem value); } public sealed class Store@N : IStore@N { @METHOD[public|GetAsync<TItem>(int id, TItem value)] }")
        {
            Result = "TItem", Value = "value", Field = OfInterface, Call = "Store.GetAsync(i, Data@N.V)",
        },
        new("public static class Store@N { @METHOD[public static|GetAsync<TItem>(int id, TItem value)] }") { Result = "TItem", Value = "value", Field = "", Call = "Store@N.GetAsync(i, Data@N.V)" },
        new("public static class Outer@N { public sealed class Store@N { @METHOD[public] } }") { Field = "public static readonly Outer@N.Store@N Store = new();" },
        new("public sealed partial class Store@N { public partial @RETURNS GetAsync(int id); } public sealed partial class Store@N { @METHOD[public|GetAsync(int id)|partial] }"),
        new("public sealed class Store@N { @METHOD[public] public @RETURNS GetAsync(string id) => throw new IOException(); public int GetAsync(long id) => 1; }"),
        new("public sealed record Store@N(int Size = 3) { @METHOD[public] }"),
        new("public readonly record struct Store@N(int Size) { @METHOD[public] }"),
        new("public static class Extensions@N { @METHOD[public static|GetAsync(this Site@N site, int id)] } public sealed class Site@N;") { Field = "public static readonly Site@N Store = new();" },
        new("public static class Extensions@N { extension(Site@N site) { @METHOD[public] } } public sealed class Site@N;") { Field = "public static readonly Site@N Store = new();" },
        new("public interface IStore@N { static abstract @RETURNS GetAsync(int id); } public readonly struct Store@N : IStore@N { @METHOD[public static] } public static class Via@N { public static @RETURNS Of<TStore>(int id) where TStore : IStore@N => TStore.GetAsync(id); }")
        {
            Field = "", Call = "Via@N.Of<Store@N>(i)",
        },
        new("") { Field = "", Call = "GetAsync(i)", Place = CallerPlace.AroundIt },
        new("") { Field = "", Call = "Get@NAsync(i)", Place = CallerPlace.TopLevel },
        new("public sealed class Store@N(@T value) { private int reads; @METHOD[public|GetAsync(int id)] public int Reads => reads++; }") { Value = "value", Field = "public static readonly Store@N Store = new(Data@N.V);" },
        new("public interface IStore@N<in TKey, TItem> where TKey : notnull { @RETURNS[TItem] GetAsync(TKey id); } public sealed class Store@N(@T value) : IStore@N<int, @T> { @METHOD[public] }")
        {
            Value = "value", Field = "public static readonly IStore@N<int, @T> Store = new Store@N(Data@N.V);",
        },
        new(Contract + " public readonly struct Store@N : IStore@N { @METHOD[public] } public static class Via@N { public static @RETURNS Of<TStore>(TStore store, int id) where TStore : IStore@N => store.GetAsync(id); }")
        {
            Field = "public static readonly Store@N Store = new();", Call = "Via@N.Of(Store, i)",
        },
        new(Contract + " public sealed record Store@N(int Size) : IStore@N { @METHOD[public] } public sealed record Reader@N(IStore@N Store) { public async @RETURNS ReadAsync(int id) { var found = await Store.GetAsync(id); return found; } }")
        {
            Field = "public static readonly Reader@N Store = new(new Store@N(1));", Call = "Store.ReadAsync(i)",
        },
        new("public abstract class Base@N { protected abstract @RETURNS GetAsync(int id); public @RETURNS ReadAsync(int id) => GetAsync(id); } public sealed class Store@N : Base@N { @METHOD[protected override] }")
        {
            Field = "public static readonly Base@N Store = new Store@N();", Call = "Store.ReadAsync(i)",
        },
        new("public sealed class Store@N { @METHOD[public] public sealed class Part(Store@N store) { public @RETURNS GetAsync(int id) => store.GetAsync(id); } }") { Field = "public static readonly Store@N.Part Store = new(new());" },
        // What another assembly declares.
        new("public sealed class Store@N : IStore@N { @METHOD[public] } ") { Library = Contract + " public sealed class Reader@N(IStore@N store) { public async ValueTask<int> ReadAsync(int id) => Use.Of(await store.GetAsync(id)); }", Field = OfInterface },
        new("public sealed class Store@N : IStore@N { @METHOD[public] }") { Library = Contract, Field = OfInterface },
        new("public sealed class Store@N : IStore@N<@T> { @METHOD[public] }") { Library = "public interface IStore@N<TItem> { @RETURNS[TItem] GetAsync(int id); }", Field = "public static readonly IStore@N<@T> Store = new Store@N();" },
        new("public sealed class Store@N : Base@N<@T> { @METHOD[public override] }") { Library = "public abstract class Base@N<TItem> { public abstract @RETURNS[TItem] GetAsync(int id); }", Field = "public static readonly Base@N<@T> Store = new Store@N();" },
        new("public class Base@N { @METHOD[public] } public sealed class Store@N : Base@N, IStore@N;") { Library = "public interface IStore@N { @RETURNS GetAsync(int id); }", Field = OfInterface },
        new("") { Library = "public sealed class Store@N { @METHOD[public] }" },
        new("") { Library = Contract + " public sealed class Store@N : IStore@N { @METHOD[public] }", Field = OfInterface },
    ];
}

/// <summary>Where the caller of a method stands.</summary>
internal enum CallerPlace
{
    /// <summary>In a class.</summary>
    Class,

    /// <summary>The method is a local function of its caller.</summary>
    AroundIt,

    /// <summary>Both are local functions of the program's statements.</summary>
    TopLevel,
}
