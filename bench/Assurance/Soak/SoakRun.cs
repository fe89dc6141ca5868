using AsyncLoad.Model.Units;

namespace AsyncLoad.Assurance.Soak;

/// <summary>Measures: a long run of the program, what its process holds meanwhile, and the report on it.</summary>
/// <param name="asked">How long the run is to begin pairs.</param>
/// <param name="folder">Where everything goes that is kept.</param>
/// <param name="taken">Told each sample.</param>
internal sealed class SoakRun(Duration asked, string folder, Action<Sample> taken)
{
    private const string TemporaryPrefix = "soak-";

    // Below it lie a private directory of the run, and in that the runtime's socket of a measured process: such paths end at 103 characters, and a run whose TMPDIR is too long goes elsewhere.
    private const int LongestTemporary = 30;
    private const int RandomLetters = 6;

    private static readonly TimeSpan BetweenSamples = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan BetweenLooksAtReport = TimeSpan.FromMilliseconds(50);

    /// <summary>Whether folders for temporary files are short enough to be used by what is watched.</summary>
    public static bool HasShortTemporary => Path.GetTempPath().Length + TemporaryPrefix.Length + RandomLetters <= LongestTemporary;

    /// <summary>Runs it to its end.</summary>
    public async Task<Evidence> MeasureAsync()
    {
        var temporary = Directory.CreateTempSubdirectory(TemporaryPrefix).FullName;
        try
        {
            var run = Path.Combine(folder, "run");
            var journal = Path.Combine(run, "pairs.jsonl");
            var program = new WatchedProgram(folder, temporary);
            var (samples, tail) = (new List<Sample>(), new JournalTail(journal));
            var measured = await program.RunAsync("run", ["run", Clone.Profile, "--time-budget", asked.ToString(), "--output", run], BetweenSamples, (process, at) =>
            {
                if (ProcessReader.Read(process) is not { } figures) return;
                var (bytes, lines) = tail.Read();
                samples.Add(new Sample(at, figures, TemporaryFolder.Read(temporary), bytes, lines));
                taken(samples[^1]);
            });
            var report = await program.RunAsync("report", ["report", run], BetweenLooksAtReport, (_, _) => { });
            return new Evidence(asked.Span, measured, samples, JournalFigures.Read(journal), TemporaryFolder.Names(temporary), report);
        }
        finally
        {
            Directory.Delete(temporary, recursive: true);
        }
    }
}
