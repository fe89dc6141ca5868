using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tracing.Advisor.Rules;

/// <summary>
/// The handlers of minimal APIs. At run time the framework makes code for each route, and that code calls the handler. A handler that is not async is
/// inlined there, and has no stack frame of its own.
/// </summary>
internal sealed class RouteHandlers(MethodResolver methods, AssemblyLibrary library)
{
    // What the runtime calls the type of such code.
    private const string MadeAtRunTime = "dynamicClass";

    // More names tell the reader nothing.
    private const int MostNamed = 5;

    private IReadOnlyList<MethodFacts>? all;

    /// <summary>Those that may have made the task under such code; none where the code is another, or too many may have.</summary>
    public IReadOnlyList<MethodFacts> Behind(Sighting sighting)
    {
        if (sighting is not { IsBare: true, IsTaskOfResult: true, User.Type: MadeAtRunTime }) return [];
        all ??= [.. library.Found.Where(assembly => library.OwnerOf(assembly.FileName) is null).SelectMany(In).DistinctBy(method => (method.Assembly, method.Handle))];
        List<MethodFacts> behind = [.. all.Where(method => methods.Sources.Of(new SeenTask(method, null, sighting.Type.Arguments[0], FromResult: false)).Count > 0)];
        return behind.Count > MostNamed ? [] : behind;
    }

    private static IEnumerable<MethodFacts> In(AssemblyFile assembly) =>
        assembly.Calls.AsDelegates.Where(site => LambdaName.MapOf(site) is not null).Select(site => assembly.Declared(site.Called)).OfType<MethodFacts>().Where(method => !method.IsAsync);
}
