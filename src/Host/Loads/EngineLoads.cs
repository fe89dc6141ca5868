using AsyncLoad.Host.Slices;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Workloads;

namespace AsyncLoad.Host.Loads;

/// <summary>Makes loads of another engine that a host build has. Null for a load that the engine does not have.</summary>
internal delegate Load? EngineLoads(LoadSettings settings, LoadParts parts);

/// <summary>What a load is made of.</summary>
/// <param name="CreateOperation">Makes an operation; called once for each worker.</param>
internal sealed record LoadParts(Func<Operation> CreateOperation, SliceBarrier SliceBarrier, FailureSignal Failure);
