using System.Reflection.Metadata;
using AsyncLoad.Tracing.Naming;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>Names the lambdas of one method: handlers of minimal APIs by their route, others by their number.</summary>
internal static class LambdaName
{
    private const string Inside = " in ";

    // "Map", "MapGet", "MapPost", "MapFallback" and their like, of ASP.NET Core and of libraries beside it.
    private const string Maps = "Map";

    // Most instructions between the route text and the function: a list of HTTP methods, the cached delegate, the closure.
    private const int NearRoute = 30;

    /// <summary>The name of a method; as it is written for one that is no lambda, and for the only one of its method.</summary>
    /// <param name="written"><c>lambda in Program.Main</c>, <c>lambda 2 in Program.Main</c>.</param>
    public static string Of(AssemblyFile assembly, CalledMethod method, string written)
    {
        if (GeneratedName.Parse(method.Name) is not GeneratedName.Lambda { Index: var index } || written.IndexOf(Inside, StringComparison.Ordinal) is not (> 0 and var end)) return written;
        if (Route(assembly, method) is { } route) return route + written[end..];
        return index == 0 && HasSiblings(assembly, method) ? $"lambda 1{written[end..]}" : written;
    }

    /// <summary>The call that maps a route to the delegate of a method, and where it is; null for none.</summary>
    public static (int Index, CalledMethod Called)? MapOf(CallSite site)
    {
        var code = site.Assembly.Code(site.Method);
        var taker = Enumerable.Range(site.Index, code.Count - site.Index).FirstOrDefault(place => code[place].Calls);
        return taker > 0 && site.Assembly.Called(code[taker].Operand) is { } map && map.Name.StartsWith(Maps, StringComparison.Ordinal) ? (taker, map) : null;
    }

    private static string? Route(AssemblyFile assembly, CalledMethod lambda)
    {
        foreach (var site in assembly.Calls.Of(lambda.Key).Where(site => site.AsDelegate))
        {
            var code = assembly.Code(site.Method);
            if (MapOf(site) is not { } map || TextBefore(code, site.Index) is not { } text || assembly.Text(text) is not { } route) continue;
            return $"{map.Called.Name} \"{new RouteGroups(assembly, code).Whole(map.Index, route)}\"";
        }

        return null;
    }

    // The token of the nearest one; those of a list, such as that of HTTP methods, are none.
    private static int? TextBefore(IReadOnlyList<IlInstruction> code, int index)
    {
        for (var place = index - 1; place >= Math.Max(0, index - NearRoute) && !code[place].Calls; place--)
        {
            if (code[place].Code == ILOpCode.Ldstr && code[place + 1].Code is not (ILOpCode.Stelem_ref or ILOpCode.Newobj)) return code[place].Operand;
        }

        return null;
    }

    // <Main>b__0_0 has <Main>b__0_1 beside it, and _Lambda$__3-0 has _Lambda$__3-1.
    private static bool HasSiblings(AssemblyFile assembly, CalledMethod lambda)
    {
        var shared = lambda.Name[..(lambda.Name.AsSpan().LastIndexOfAny('_', '-') + 1)];
        return assembly.Methods.Names(lambda.Type).Any(name => name != lambda.Name && name.StartsWith(shared, StringComparison.Ordinal));
    }
}
