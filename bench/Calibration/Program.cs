using AsyncLoad.Calibration;

return args switch
{
    ["same"] => await SameAgainstSame.RunAsync(),
    ["simulator"] => SimulatorCheck.Run(),
    ["traces", .. var trace and not []] => TraceReaders.Run(trace),
    ["record", .. var recorded and not []] => await RecordedProgram.RunAsync(recorded),
    ["damage", var trace] => await new DamagedTraces(trace, each: 200).RunAsync(),
    ["objects", .. var workloads] => await TracedObjects.PrintAsync(workloads),
    ["maps", var process] => await MapCost.RunAsync(process),
    ["sessions"] => await SessionCost.RunAsync(),
    ["advice"] => await AdviceProof.RunAsync(),
    [] or ["calibrate", ..] => await new Calibrate(args.Contains("--quick"), profiled: !args.Contains("--no-profile")).RunAsync(Filter(args)),
    ["answer", ..] => await new TimeToAnswer(args.Contains("--quick")).RunAsync(),
    ["groups", ..] => await new GroupedOrAlone(args.Contains("--quick")).RunAsync(Filter(args)),
    ["held", ..] => await new HeldWork(args.Contains("--quick")).RunAsync(Filter(args)),
    ["within", ..] => await new WithinPair(args.Contains("--busy")).RunAsync(),
    ["interleaved", ..] => await new InterleavedOrInTurn(args.Contains("--quick")).RunAsync(Filter(args)),
    _ => Usage(),
};

static string Filter(string[] args) => Array.IndexOf(args, "--only") is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : "*";

static int Usage()
{
    Console.Error.WriteLine("calibrate [--only GLOB] [--quick] [--no-profile] | answer [--quick] | interleaved [--only GLOB] [--quick] | groups [--only LOAD] [--quick] | held [--only LOAD] [--quick] | within [--busy] | same | simulator | advice | sessions | objects [WORKLOAD…] | record FILE [SECONDS [allocations]] | maps PID | traces FILE | damage FILE");
    return 4;
}
