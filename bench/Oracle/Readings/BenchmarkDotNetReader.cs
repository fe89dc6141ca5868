using System.Reflection;
using AsyncLoad.Host.Plugins.Benchmarks;
using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using BenchmarkDotNet.Toolchains.InProcess.Emit.Implementation;
using BenchmarkDotNet.Validators;
using TypeFilter = BenchmarkDotNet.Running.TypeFilter;

namespace AsyncLoad.Oracle.Readings;

/// <summary>Asks BenchmarkDotNet through its own types, and has it run every benchmark once in this process.</summary>
internal sealed class BenchmarkDotNetReader
{
    // What it refuses to run, and reads as docs/plug-ins.md says that it does: two hooks without a target, static methods and sealed classes.
    private static readonly string[] Documented = ["Only 1 [Global", "is static. Benchmarks MUST be instance methods", "is within a sealed class"];

    private static readonly IResolver Resolver = new CompositeResolver(EnvironmentResolver.Instance, InfrastructureResolver.Instance);

    private readonly IConfig config = DefaultConfig.Instance.AddJob(Job.Dry.WithToolchain(InProcessEmitToolchain.Instance).WithGcForce(false).WithEvaluateOverhead(false).WithUnrollFactor(1));
    private readonly Assembly assembly;
    private readonly Recording recording;
    private int number;

    /// <param name="path">Path of an assembly with benchmark classes.</param>
    public BenchmarkDotNetReader(string path)
    {
        assembly = Assembly.LoadFrom(path);
        recording = new Recording(assembly);
    }

    /// <summary>Every class that it lists.</summary>
    public IEnumerable<Reading> Read() => assembly.GetTypes().SelectMany(Closed).Select(Read);

    // One at a time: it ends at the first that it cannot close.
    private static IReadOnlyList<Type> Closed(Type type) => TypeFilter.GetTypesWithRunnableBenchmarks([type], [], NullLogger.Instance).runnable;

    private Reading Read(Type type)
    {
        var name = CSharpTypeName.Of(type);
        try
        {
            var info = BenchmarkConverter.TypeToBenchmarks(type, config);
            var errors = Validate(info).ToList();
            var refused = errors.Where(error => !Array.Exists(Documented, error.Contains)).ToList();
            var runs = refused.Count > 0 || info.BenchmarksCases.Length == 0 ? [] : RunAll(info).ToList();
            if (info.BenchmarksCases.Length == 0) refused.Add("it has no benchmark");
            return new Reading(name, refused.ToLookup(_ => name), refused.Count > 0 ? [] : Methods(info), runs) { IsRun = errors.Count == 0 };
        }
        catch (Exception exception) when (exception is InvalidBenchmarkDeclarationException or InvalidOperationException or NotSupportedException)
        {
            return new Reading(name, new[] { exception.Message }.ToLookup(_ => name), [], []);
        }
        catch (Exception exception)
        {
            // No refusal: it has not thought of this.
            return new Reading(name, Enumerable.Empty<string>().ToLookup(_ => name), [], []) { Failure = exception.Message };
        }
    }

    // That of generic classes looks at the whole assembly, and refuses nothing.
    private static IEnumerable<string> Validate(BenchmarkRunInfo info) =>
        from validator in info.Config.GetValidators()
        where validator is not GenericBenchmarksValidator
        from error in validator.Validate(new ValidationParameters(info.BenchmarksCases, info.Config))
        where error.IsCritical
        select error.Message;

    private static List<MethodReading> Methods(BenchmarkRunInfo info) =>
    [
        .. info.BenchmarksCases.DistinctBy(one => one.Descriptor.WorkloadMethod).OrderBy(one => one.Descriptor.MethodIndex).Select(one => new MethodReading(
            Name(one.Descriptor),
            one.Descriptor.WorkloadMethodDisplayInfo.Trim('\''),
            one.Descriptor.Baseline,
            one.Descriptor.OperationsPerInvoke,
            string.Join(", ", one.Parameters.Items.Where(parameter => !parameter.IsArgument).Select(parameter => parameter.Name).Order(StringComparer.Ordinal)))),
    ];

    // As methods are noted: without type arguments.
    private static string Name(Descriptor benchmark) => $"{CSharpTypeName.Of(benchmark.WorkloadMethod.DeclaringType!).Split('<')[0]}.{benchmark.WorkloadMethod.Name}";

    private IEnumerable<Run> RunAll(BenchmarkRunInfo info)
    {
        var (builds, failed) = (new List<BenchmarkBuildInfo>(), new List<Run>());
        foreach (var one in info.BenchmarksCases)
        {
            try
            {
                builds.Add(new BenchmarkBuildInfo(one, info.Config, number++));
            }
            catch (Exception exception)
            {
                // It gives each a name with all values in it, which it cannot write for some that it has read.
                failed.Add(new Run(Name(one.Descriptor), [], exception.Message));
            }
        }

        return builds.Count == 0 ? failed : failed.Concat(RunAll([.. builds]));
    }

    private IEnumerable<Run> RunAll(BenchmarkBuildInfo[] builds)
    {
        var partition = new BuildPartition(builds, Resolver);
        var toolchain = InProcessEmitToolchain.Instance;
        var built = toolchain.Builder.Build(toolchain.Generator.GenerateProject(partition, NullLogger.Instance, Path.GetDirectoryName(assembly.Location)!), partition, NullLogger.Instance);
        return builds.Select(build => built.IsBuildSuccess
            ? RunOne(build, ((InProcessEmitArtifactsPath)built.ArtifactsPaths).GeneratedAssembly)
            : new Run(Name(build.BenchmarkCase.Descriptor), [], Cause(built.ErrorMessage ?? "it could not be built")));
    }

    // What its executor does, without the priority that this takes from others.
    private Run RunOne(BenchmarkBuildInfo build, Assembly emitted)
    {
        var log = new AccumulationLogger();
        recording.Take();
        var code = -1;
        var thread = new Thread(() => code = RunnableProgram.Run(build.Id, emitted, build.BenchmarkCase, new InProcessHost(build.BenchmarkCase, log, null!)));
        thread.Start();
        thread.Join();
        return new Run(Name(build.BenchmarkCase.Descriptor), recording.Take(), code == 0 ? null : Cause(log.GetLog()));
    }

    // Its exceptions come with their stacks.
    private static string Cause(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.LastOrDefault(line => line.StartsWith("---> ", StringComparison.Ordinal) || line.StartsWith("Message: ", StringComparison.Ordinal)) ?? lines.FirstOrDefault() ?? text;
    }
}
