using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>A method that is called by its name and has to return a Task, though no interface and no base class says so.</summary>
/// <param name="Role">What it is.</param>
/// <param name="Error">What comes of another return type: a code of the compiler, or an exception.</param>
internal sealed record Convention(string Role, string Error)
{
    private const string AspNetCore = "Microsoft.AspNetCore.";
    private const string AtRunTime = "InvalidOperationException at run time";
    private const int Deepest = 32;

    private static readonly string[] Verbs = ["OnGet", "OnPost", "OnPut", "OnDelete", "OnHead", "OnPatch", "OnOptions"];

    /// <summary>The convention that a method follows; null for none.</summary>
    public static Convention? Of(MethodFacts method)
    {
        var name = method.Called.Name;
        if (name is "Main" or "<Main>$" && method.Assembly.Methods.Names(method.Called.Type).Contains("<Main>")) return new("the entry point of a program", "CS5001");
        if (!method.Called.Signature.Header.IsInstance) return null;
        if (name is "Invoke" or "InvokeAsync" && IsMiddleware(method)) return new("middleware of ASP.NET Core", AtRunTime);
        if (Verbs.Any(verb => name.StartsWith(verb, StringComparison.Ordinal)) && DerivesFrom(method, AspNetCore + "Mvc.RazorPages.PageModel")) return new("a handler of Razor Pages", AtRunTime);
        if (name == "InvokeAsync" && (DerivesFrom(method, AspNetCore + "Mvc.ViewComponent") || method.Called.Type.Last.EndsWith("ViewComponent", StringComparison.Ordinal))) return new("a view component", AtRunTime);
        return null;
    }

    // What implements IMiddleware is bound by that. Other middleware takes the next one in its constructor.
    private static bool IsMiddleware(MethodFacts method) =>
        method.Called.Signature.ParameterTypes is [{ Definition: AspNetCore + "Http.HttpContext" }, ..]
        && Damage.Tolerate(() => method.Assembly.Metadata.GetTypeDefinition(method.Assembly.Metadata.GetMethodDefinition(method.Handle).GetDeclaringType()).GetMethods()
            .Select(method.Assembly.Methods.Describe)
            .FirstOrDefault(made => made?.Called is { Name: ".ctor" } called && called.Signature.ParameterTypes.Any(type => type.Definition == AspNetCore + "Http.RequestDelegate"))) is not null;

    // Bases in the same assembly are followed: the last one is of the framework.
    private static bool DerivesFrom(MethodFacts method, string type) => Damage.Tolerate(() =>
    {
        var metadata = method.Assembly.Metadata;
        var handle = (TypeDefinitionHandle?)metadata.GetMethodDefinition(method.Handle).GetDeclaringType();
        for (var depth = 0; depth < Deepest && handle is { } known; depth++)
        {
            var parent = TypeDecoder.Type(metadata, metadata.GetTypeDefinition(known).BaseType)?.Definition;
            if (parent == type) return parent;
            handle = parent is null ? null : method.Assembly.Types.Find(parent);
        }

        return null;
    }) is not null;
}
