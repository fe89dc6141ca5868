using AsyncLoad.Workloads;

namespace AsyncLoad.Benchmarks;

/// <summary>A method as both tools measure it: a variant of a workload with its parameters.</summary>
/// <param name="Workload">Id of the workload.</param>
/// <param name="Variant">Id of the variant.</param>
/// <param name="Parameters">A value for every parameter, as <c>deep=true,result=string</c>; empty for none.</param>
public sealed record Subject(string Workload, string Variant, string Parameters)
{
    private const char Separator = ':';

    /// <summary>Reads back what <see cref="ToString"/> wrote.</summary>
    public static Subject Parse(string text) =>
        text.Split(Separator) is [var workload, var parameters, var variant]
            ? new Subject(workload, variant, parameters)
            : throw new FormatException($"not workload:parameters:variant: '{text}'");

    /// <summary>The values by name.</summary>
    public IReadOnlyDictionary<string, string> Values() =>
        Parameters.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(pair => pair.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);

    /// <summary>The operation, after its workload was set up.</summary>
    public Operation CreateOperation()
    {
        var workload = WorkloadCatalogue.CreateAll().Single(workload => workload.Id == Workload);
        var arguments = new Arguments(Values());
        workload.SetUp(arguments);
        return workload.CreateOperation(Variant, arguments);
    }

    /// <inheritdoc />
    public override string ToString() => string.Join(Separator, Workload, Parameters, Variant);
}
