using AsyncLoad.Host.Loads;
using AsyncLoad.Host.Measuring;
using AsyncLoad.Host.Pressure;
using AsyncLoad.Model.Plans;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Model.Protocol;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host;

/// <summary>A cell ready to be measured: workload set up, value checked, pressure built, workers held at the gate.</summary>
internal sealed class PreparedCell : IDisposable
{
    private readonly Workload workload;
    private readonly Gate gate = new();
    private readonly FailureSignal failure = new();

    private PreparedCell(Workload workload, HostReply.Prepared description, Cell cell)
    {
        this.workload = workload;
        var arguments = new Arguments(cell.Parameters);
        var load = CreateLoad(cell.Load, () => workload.CreateOperation(cell.Variant, arguments));
        var pressurer = cell.Pressure.LiveSet.Bytes > 0 ? new Pressurer(cell.Pressure, gate) : null;
        Description = description with { Workers = load.Workers, LiveSetBytes = pressurer?.LiveSetBytes ?? 0 };
        Slices = new SliceRunner(load, pressurer, gate, failure);
        load.Start();
        pressurer?.Start();
    }

    public HostReply.Prepared Description { get; }

    public SliceRunner Slices { get; }

    /// <exception cref="RequestRefusedException">A setting is not in force, or the cell names something that is not there.</exception>
    /// <exception cref="WorkloadFailedException">The workload threw in set-up or in its first operation.</exception>
    public static PreparedCell Create(Cell cell, IEnumerable<Workload> workloads)
    {
        var settings = SettingsCheck.Read(cell);
        var differences = SettingsCheck.Differences(cell, settings);
        if (differences.Count > 0)
            throw new RequestRefusedException(FailureReason.Setting, $"settings did not take: {string.Join("; ", differences)}");
        var workload = workloads.FirstOrDefault(workload => workload.Id == cell.Workload)
            ?? throw new RequestRefusedException(FailureReason.Request, $"this host has no workload '{cell.Workload}'");
        var value = SetUpAndCall(workload, cell);
        return new PreparedCell(workload, new HostReply.Prepared(settings, 0, value, 0), cell);
    }

    public void Dispose()
    {
        gate.Shut();
        workload.TearDown();
    }

    private static string? SetUpAndCall(Workload workload, Cell cell)
    {
        try
        {
            var arguments = new Arguments(cell.Parameters);
            workload.SetUp(arguments);
            return ReturnedValue.Of(workload.CreateOperation(cell.Variant, arguments));
        }
        catch (Exception exception)
        {
            // Whatever a workload throws is data, with its own stack.
            throw new WorkloadFailedException(exception);
        }
    }

    private static List<Operation> Several(int count, Func<Operation> createOperation) =>
        [.. Enumerable.Range(0, count).Select(_ => createOperation())];

    private Load CreateLoad(LoadSettings settings, Func<Operation> createOperation) => settings switch
    {
        LoadSettings.Sequential => new SequentialLoad(createOperation(), gate, failure),
        LoadSettings.ParallelFor parallel => new ParallelForLoad(Several(parallel.Degree ?? Environment.ProcessorCount, createOperation), gate, failure),
        LoadSettings.ClosedLoop loop => new ClosedLoopLoad(Several(loop.Workers, createOperation), gate, failure),
        LoadSettings.Wave wave => new WaveLoad(Several(wave.Size, createOperation), gate, failure),
        _ => throw new RequestRefusedException(FailureReason.Request, $"this host has no load '{settings.Kind}'"),
    };
}

/// <summary>The host will not do what was asked.</summary>
internal sealed class RequestRefusedException(FailureReason reason, string message) : Exception(message)
{
    public FailureReason Reason { get; } = reason;
}
