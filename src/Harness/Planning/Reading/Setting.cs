namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>A member that profiles and <c>--set</c> name by its path.</summary>
/// <param name="Path">Section and member: <c>measure.slices</c>.</param>
internal sealed record Setting(string Path, Member Member)
{
    /// <summary>All settings, by section.</summary>
    public static IReadOnlyList<Setting> All { get; } =
    [
        .. Of("", ProfileReader.Members),
        .. Of("measure.", MeasureReader.Members),
        .. Of("load.", LoadFormat.Kinds.All.SelectMany(kind => kind.Members).Distinct()),
        .. Of("pressure.", PressureReader.Fields.Select(field => field.Member)),
        .. Of("gc.", GcSettingsReader.Fields.Select(field => field.Member)),
    ];

    private static IEnumerable<Setting> Of(string section, IEnumerable<Member> members) =>
        members.Where(member => member.IsSetting).Select(member => new Setting(section + member.Name, member));
}
