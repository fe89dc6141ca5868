using System.Text.RegularExpressions;
using Xunit;

namespace AsyncLoad.Tests;

public partial class ArchitectureTests
{
    // One for each side, and one for what plug-ins load too.
    private static readonly string[] Choosers =
        ["src/Harness/Platform/ThisSystem.cs", "src/Host/Platform/ThisSystem.cs", "src/Workloads/Platform/ThreadProcessorTime.cs"];

    [Fact]
    public void Which_system_this_is_is_asked_in_one_place_a_side() =>
        Assert.Equal(Choosers, Repository.Files("*.cs", "src").Where(path => SystemQuestion().IsMatch(Repository.Text(path))).Order(StringComparer.Ordinal));

    [Fact]
    public void Code_for_one_system_lies_in_the_platform_folders() =>
        AssertNone(
            Repository.Files("*.cs", "src")
                .Where(path => SystemMark().IsMatch(Repository.Text(path)))
                .Where(path => !path.Contains("/Platform/", StringComparison.Ordinal)));

    [Fact]
    public void Questions_about_the_system_are_recognised()
    {
        Assert.All(["OperatingSystem.IsWindows()", "OperatingSystem.IsOSPlatform(name)", "RuntimeInformation.IsOSPlatform(OSPlatform.Linux)", "Environment.OSVersion"], line => Assert.Matches(SystemQuestion(), line));
        Assert.All(["[SupportedOSPlatform(\"linux\")]", "[UnsupportedOSPlatform(\"windows\")]"], line => Assert.Matches(SystemMark(), line));
        Assert.All(["RuntimeInformation.OSDescription", "the operating system is asked"], line => Assert.DoesNotMatch(SystemQuestion(), line));
    }

    [GeneratedRegex(@"\bOperatingSystem\.Is|\bIsOSPlatform\b|\bEnvironment\.OSVersion\b")]
    private static partial Regex SystemQuestion();

    [GeneratedRegex(@"\[(Uns|S)upportedOSPlatform\b")]
    private static partial Regex SystemMark();
}
