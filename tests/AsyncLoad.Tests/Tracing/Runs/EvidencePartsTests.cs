using System.Text;
using System.Text.Json;
using AsyncLoad.Model;
using AsyncLoad.Model.Measurements;
using AsyncLoad.Model.Runs;
using AsyncLoad.Tests.Analysis;
using AsyncLoad.Tests.Model;
using AsyncLoad.Tracing.Runs;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Runs;

public sealed class EvidencePartsTests
{
    [Fact]
    public void Each_member_of_a_manifest_and_its_plan_is_a_part_and_so_is_each_comparison()
    {
        var names = Of(Samples.Manifest).Select(part => part.Name).ToList();

        Assert.Equal(names.Distinct(), names);
        Assert.Superset(
            new HashSet<string> { "machine", "status", "files", "plan.seed", "plan.profileHash", "plan.schedule", "plan.measure.looks", "plan.measure.margin" }, names.ToHashSet());
        Assert.Equal(Samples.Manifest.Plan.Measured.Select(comparison => $"comparison {comparison.Id}"), names.Where(name => name.StartsWith("comparison ", StringComparison.Ordinal)));
        Assert.DoesNotContain("parts", names);
    }

    [Fact]
    public void White_space_does_not_count_and_a_byte_order_mark_neither()
    {
        var parts = Of(Samples.Manifest);

        Assert.Equal(parts, EvidenceParts.OfManifest(JsonSerializer.SerializeToUtf8Bytes(Samples.Manifest, ModelJson.Indented.RunManifest)));
        Assert.Equal(parts, EvidenceParts.OfManifest(Encoding.UTF8.GetBytes("\uFEFF" + JsonSerializer.Serialize(Samples.Manifest, ModelJson.Line.RunManifest))));
        Assert.Equal(parts, Of(Samples.Manifest with { Parts = [new EvidencePart("manifest.json", "plan.seed", "00")] }));
    }

    [Fact]
    public void What_is_changed_changes_its_part_and_no_other()
    {
        var (before, after) = (Of(Samples.Manifest), Of(Samples.Manifest with { Plan = Samples.Manifest.Plan with { Seed = Samples.Manifest.Plan.Seed + 1 } }));

        Assert.Equal(["plan.seed"], before.Except(after).Select(part => part.Name));
    }

    [Fact]
    public void Lines_of_a_journal_count_for_their_comparison_in_their_order()
    {
        string[] lines =
        [
            """{"kind":"pair","comparison":"a","index":1}""",
            """{"kind":"pair","comparison":"b","index":1}""",
            """{"kind":"step","sweep":"s","at":1,"comparison":{"ordinal":1,"id":"c"}}""",
            """{"kind":"pair","comparison":"a","index":2}""",
            """{"kind":"other","rest":{"comparison":"d"}}""",
            "no JSON",
        ];
        var parts = OfLines(lines);

        Assert.Equal(["comparison a", "comparison b", "comparison c"], parts.Select(part => part.Name));
        Assert.Equal(parts, OfLines([.. lines[..4]]));
        Assert.Equal(["comparison a"], parts.Except(OfLines([lines[3], .. lines[1..3], lines[0]])).Select(part => part.Name));
        Assert.Equal(["comparison a"], parts.Except(OfLines(lines[..3])).Select(part => part.Name));
    }

    [Fact]
    public void Lines_as_they_are_written_name_their_comparison()
    {
        var lines = new JournalEntry[] { SyntheticRun.PairOf(1, 0.5), SyntheticRun.TracedRun(new CellOutcome.Stopped("no")), new JournalEntry.AddedStep("s", 1, SyntheticRun.ComparisonOf("added")) }
            .Select(entry => JsonSerializer.Serialize(entry, ModelJson.Line.JournalEntry));

        Assert.Equal([$"comparison {SyntheticRun.Id}", "comparison added"], OfLines([.. lines]).Select(part => part.Name));
    }

    private static IReadOnlyList<EvidencePart> Of(RunManifest manifest) => EvidenceParts.OfManifest(JsonSerializer.SerializeToUtf8Bytes(manifest, ModelJson.Line.RunManifest));

    private static IReadOnlyList<EvidencePart> OfLines(string[] lines)
    {
        using var journal = new MemoryStream(Encoding.UTF8.GetBytes(string.Join('\n', lines)));
        return EvidenceParts.OfJournal(journal);
    }
}
