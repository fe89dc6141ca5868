using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.CsProj;
using BenchmarkDotNet.Toolchains.Results;

namespace AsyncLoad.Calibration;

/// <summary>BenchmarkDotNet's default toolchain, which generates, builds and starts a program; but it generates and builds once, for as many runs as there are, none of which may have more methods than the first.</summary>
internal sealed class OneBuild : IDisposable
{
    private readonly Generator generator;

    public OneBuild()
    {
        var standard = CsProjCoreToolchain.NetCoreApp10_0;
        generator = new Generator(standard.Generator);
        Toolchain = new Program(standard, generator);
    }

    /// <summary>The toolchain.</summary>
    public IToolchain Toolchain { get; }

    /// <summary>Deletes what was generated and built.</summary>
    public void Dispose() => generator.CleanUp();

    private sealed class Program(IToolchain standard, IGenerator generator)
        : Toolchain(standard.Name, generator, new Builder(standard.Builder), standard.Executor);

    private sealed class Generator(IGenerator standard) : IGenerator
    {
        private GenerateResult? generated;

        public GenerateResult GenerateProject(BuildPartition buildPartition, ILogger logger, string rootArtifactsFolderPath)
        {
            generated ??= standard.GenerateProject(buildPartition, logger, rootArtifactsFolderPath);
            return Kept(generated);
        }

        public void CleanUp()
        {
            foreach (var path in generated?.ArtifactsToCleanup ?? [])
            {
                if (Directory.Exists(path)) Directory.Delete(path, recursive: true);
                else File.Delete(path);
            }
        }

        // A run deletes what it is told to.
        private static GenerateResult Kept(GenerateResult result) => new(result.ArtifactsPaths, result.IsGenerateSuccess, result.GenerateException, []);
    }

    private sealed class Builder(IBuilder standard) : IBuilder
    {
        private BuildResult? built;

        public BuildResult Build(GenerateResult generateResult, BuildPartition buildPartition, ILogger logger) =>
            built ??= standard.Build(generateResult, buildPartition, logger);
    }
}
