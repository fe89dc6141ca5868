using System.Globalization;
using System.Text;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Harness.Planning.Sweeps;
using AsyncLoad.Tests.Cli;
using Xunit;

namespace AsyncLoad.Tests.Docs;

/// <summary><c>docs/settings.md</c> is written from the table that the program reads settings by.</summary>
public class SettingsPageTests
{
    private static readonly (string Prefix, string Title, string Sentence)[] Sections =
    [
        ("", "Of a profile", "Members of the profile itself."),
        ("measure.", "measure", "How each comparison is measured and judged."),
        ("load.", "load", "A path of `load` changes every entry of `loads` that has the member; an experiment without such an entry is left as it is."),
        ("pressure.", "pressure", "A path of `pressure` changes every entry of `pressures` but `calm`. *By preset*: `list pressures` prints what each preset has."),
        ("gc.", "gc", "A path of `gc` changes every entry of `gcSettings`. *Platform*: what .NET does when nothing is asked of it. Each is read back in the measured process; one that did not take effect is refused."),
    ];

    [Fact]
    public void Every_setting_stands_on_the_page_with_what_it_takes()
    {
        var page = Page();
        Approval.Is(page, Path.Combine("docs", "settings.md"));
        Assert.All(Setting.All, setting => Assert.Contains($"| `{setting.Path}` |", page, StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_page_and_the_command_list_the_same_settings()
    {
        var listed = (await CommandRun.Of("list", "settings")).Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)[1..].Select(line => line.Split(' ')[0]);
        var onPage = Documents.Of("docs/settings.md").Text.Split("## Members of loads")[0].Split('\n').Where(line => line.StartsWith("| `", StringComparison.Ordinal)).Select(line => line.Split('`')[1]);
        Assert.Equal(listed.Order(StringComparer.Ordinal), onPage.Order(StringComparer.Ordinal));
    }

    private static string Page()
    {
        var page = new StringBuilder("""
            # Settings

            Every setting that a profile takes and that `--set PATH=VALUE` replaces, as `asyncload list settings` prints them. A path is the section and the member: `measure.slices` is `"slices"` in `"measure"`, `pressure.liveSet` is `"liveSet"` in an entry of `"pressures"`. What lists of a profile hold besides, and examples: [profiles](profiles.md); for editors and programs: [profile.schema.json](schema/profile.schema.json).

            ```bash
            asyncload run profiles/smoke.json --set measure.slices=40 --set pressure.liveSet=200MB
            asyncload list settings
            ```

            Durations and sizes have units (`10ms`, `2s`, `64KB`, `200MB`). These sizes are binary (`1MB` is 2²⁰ bytes); what is measured is decimal. *Axis*: a [crossover](crossover.md) may sweep it.

            """);
        foreach (var (prefix, title, sentence) in Sections)
        {
            page.Append(CultureInfo.InvariantCulture, $"\n## {title}\n\n{sentence}\n\n| setting | takes | default | axis | meaning |\n|---|---|---|---|---|\n");
            foreach (var setting in Setting.All.Where(setting => Section(setting) == prefix))
                page.Append(CultureInfo.InvariantCulture, $"| `{setting.Path}` | {setting.Member.Takes} | {setting.Member.Default} | {(SweepAxes.Paths(null).Contains(setting.Path) ? "yes" : "")} | {setting.Member.Meaning} |\n");
        }

        page.Append("""

            ## Members of loads

            A kind is one word of `loads`, or an object with that word as its `kind` and with these members; those above may also be changed by `--set`. Each kind has [its own page](loads/README.md).

            | kind | member | takes | default | meaning |
            |---|---|---|---|---|

            """);
        foreach (var kind in LoadFormat.Kinds.All)
        {
            page.Append(CultureInfo.InvariantCulture, $"| `{kind.Word}` | | | | {kind.Meaning} |\n");
            foreach (var member in kind.Members)
                page.Append(CultureInfo.InvariantCulture, $"| | `{member.Name}` | {member.Takes} | {(member.IsRequired ? "required" : member.Default)} | {member.Meaning} |\n");
        }

        return page.ToString();
    }

    // A section without a title of its own would drop its settings: the first test would say so.
    private static string Section(Setting setting) => setting.Path[..(setting.Path.IndexOf('.', StringComparison.Ordinal) + 1)];
}
