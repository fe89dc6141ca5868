using System.Text;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Model;
using AsyncLoad.Reporting.Results;
using AsyncLoad.Testing;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary><c>results.json</c>, as expectations in unit tests read it; what was read is written again, as JSON and as CSV.</summary>
internal sealed class ResultsTarget : FuzzTarget
{
    private static readonly string[] Words = ["null", "\\uD800", "\uFEFF", "[]", "{}", "1e999", "-1", "[[[[", "\0", "=1+1", "\\u202e"];

    private readonly DirectoryInfo folder = TargetFolder.Create();
    private readonly IReadOnlyList<byte[]> seeds = Seeds.Of("results");
    private readonly ByteMutator bytes;
    private readonly JsonMutator json;

    public ResultsTarget()
    {
        bytes = new ByteMutator(seeds, [.. Words.Select(Encoding.UTF8.GetBytes)]);
        json = new JsonMutator(seeds);
    }

    public override string Name => "results";

    public override byte[] Make(Dice dice) => dice.OneIn(4) ? bytes.Mutate(dice.Of(seeds), dice) : json.Make(dice);

    public override Outcome Run(byte[] input)
    {
        WriteOver(Path.Combine(folder.FullName, "results.json"), input);
        try
        {
            var pair = new MeasuredPair(("a", "b"), RunFolder.Read(folder.FullName), folder.FullName);
            RequireRoundTrip(input);
            return Expect(pair);
        }
        catch (MeasurementException refused)
        {
            return Refused(refused.Message.Replace(folder.FullName, "", StringComparison.Ordinal));
        }
    }

    private Outcome Expect(MeasuredPair pair)
    {
        try
        {
            pair.NotSlowerByMoreThan(0.05).BytesAtMost(0).PoolHitRateAtLeast(0.9);
            return Read("as expected");
        }
        catch (Exception other) when (other is ExpectationException or MeasurementException)
        {
            return Read(other.Message.Replace(folder.FullName, "", StringComparison.Ordinal));
        }
    }

    private static void RequireRoundTrip(byte[] input)
    {
        var results = ModelJson.Read(input, ModelJson.Line.RunResults);
        var written = Text(writer => ResultsJson.Write(results, writer));
        var again = ModelJson.Read(Encoding.UTF8.GetBytes(written), ModelJson.Line.RunResults);
        Require(Text(writer => ResultsJson.Write(again, writer)) == written, "results.json is read as it was written");
        var rows = CsvCheck.Rows(Text(writer => ResultsCsv.Write(results, writer)));
        Require(rows.Count == results.Comparisons.Count + 1 && rows.All(row => row.Count == rows[0].Count), "results.csv has a row for each comparison, all of one width");
    }

    private static string Text(Action<TextWriter> write)
    {
        using var writer = new StringWriter();
        write(writer);
        return writer.ToString();
    }
}
