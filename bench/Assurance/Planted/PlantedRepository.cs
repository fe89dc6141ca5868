using System.Diagnostics;

namespace AsyncLoad.Assurance.Planted;

/// <summary>A git repository with a class of twelve methods, whose second commit makes one of them 5 % slower and another 24 B heavier. Gone on disposal.</summary>
internal sealed class PlantedRepository : IDisposable
{
    /// <summary>The method that the second commit makes slower, as reports call it.</summary>
    public const string Slower = "scramble";

    /// <summary>The method that the second commit makes heavier.</summary>
    public const string Heavier = "hash";

    /// <summary>Bytes that it allocates more.</summary>
    public const int Bytes = 24;

    /// <summary>How many methods the class has.</summary>
    public const int Methods = 12;

    private const string Rounds = "round < 1_000";
    private const string MoreRounds = "round < 1_050";
    private const string Kept = "Kept = null;";
    private const string More = "Kept = new object();";

    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>
        </Project>
        """;

    // Each takes half a microsecond or more, so that what calls it does not count; the heavier one takes so long that an object more does not
    // make it slower, and is a chain of operations that runs as fast wherever its code lies.
    // Attributes are known by their names. What is planted changes no value.
    private const string Class = $$"""
        using BenchmarkDotNet.Attributes;

        public class Planted
        {
            public static object? Kept;

            private readonly int[] numbers = [.. Enumerable.Range(0, 1_000).Select(index => (index * 7_919) % 1_009)];
            private readonly int[] sorted = new int[64];
            private readonly string[] words = [.. Enumerable.Range(0, 64).Select(index => $"{index * 7_919}")];
            private readonly char[] letters = new char[4_000];
            private readonly Dictionary<string, int> ages = Enumerable.Range(0, 64).ToDictionary(index => $"{index * 7_919}");

            [Benchmark] public int Scramble()
            {
                var state = 1u;
                for (var round = 0; {{Rounds}}; round++) state = (state * 1_664_525) + 1_013_904_223;
                return state == 42 ? 1 : 0;
            }

            [Benchmark] public int Collatz()
            {
                var (value, steps) = (837_799L, 0);
                for (; value != 1; steps++) value = value % 2 == 0 ? value / 2 : (3 * value) + 1;
                return steps;
            }

            [Benchmark] public int Sum() { var sum = 0; foreach (var number in numbers) sum += number * number; return sum; }
            [Benchmark] public int Largest() { var largest = 0; foreach (var number in numbers) if (number > largest) largest = number; return largest; }
            [Benchmark] public int Parse() { var sum = 0; foreach (var word in words) sum += int.Parse(word); return sum; }
            [Benchmark] public int Look() { var sum = 0; foreach (var word in words) sum += ages[word]; return sum; }
            [Benchmark] public int Join() => string.Join(", ", words).Length;
            [Benchmark] public int Sort() { Array.Copy(numbers, sorted, sorted.Length); Array.Sort(sorted); return sorted[^1]; }
            [Benchmark] public int Reverse() { Array.Reverse(letters); return letters.Length; }
            [Benchmark] public int Hash()
            {
                {{Kept}}
                var hash = 2_166_136_261u;
                for (var pass = 0; pass < 3; pass++) foreach (var number in numbers) hash = (hash ^ (uint)number) * 16_777_619;
                return (int)hash;
            }

            [Benchmark] public int Query() => numbers.Where(number => number % 2 == 0).Take(100).Sum();
            [Benchmark] public async Task<int> Await() { var sum = 0; for (var call = 0; call < 50; call++) sum += await Next(call); return sum; }

            private static async Task<int> Next(int call) { await Task.CompletedTask; return call + 1_000; }
        }

        namespace BenchmarkDotNet.Attributes
        {
            public sealed class BenchmarkAttribute : Attribute;
        }
        """;

    private readonly string folder = Directory.CreateTempSubdirectory("asyncload-planted-").FullName;

    /// <summary>Makes it.</summary>
    public PlantedRepository()
    {
        Git("init", "--quiet");
        Write("Planted.csproj", Project);
        Write("Planted.cs", Class);
        Write(".gitignore", "bin/\nobj/\nruns/\n");
        Commit("before");
        Write("Planted.cs", Class.Replace(Rounds, MoreRounds, StringComparison.Ordinal).Replace(Kept, More, StringComparison.Ordinal));
        Commit("after");
    }

    /// <summary>The project.</summary>
    public string ProjectFile => Path.Combine(folder, "Planted.csproj");

    /// <summary>A folder for a run.</summary>
    public string Run(string name) => Path.Combine(folder, "runs", name);

    /// <inheritdoc/>
    public void Dispose()
    {
        // Git writes its objects read-only.
        foreach (var file in Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories)) File.SetAttributes(file, FileAttributes.Normal);
        Directory.Delete(folder, recursive: true);
    }

    private void Write(string name, string text) => File.WriteAllText(Path.Combine(folder, name), text);

    private void Commit(string message)
    {
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", message);
    }

    private void Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = folder })!;
        git.WaitForExit();
        if (git.ExitCode != 0) throw new InvalidOperationException($"git {string.Join(' ', arguments)} ended with {git.ExitCode}");
    }
}
