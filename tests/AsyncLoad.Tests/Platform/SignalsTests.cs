using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

public sealed class SignalsTests
{
    [Theory]
    [InlineData(139, "SIGSEGV")]
    [InlineData(135, "SIGBUS")]
    [InlineData(138, null)]
    [InlineData(1, null)]
    [InlineData(-1073741819, null)]
    public void On_Linux_an_end_has_the_name_of_its_signal(int code, string? name) => Assert.Equal(name, Signals.Linux.EndName(code));

    [Theory]
    [InlineData(138, "SIGBUS")]
    [InlineData(135, null)]
    [InlineData(137, "SIGKILL")]
    public void MacOS_has_another_number_for_a_bus_error(int code, string? name) => Assert.Equal(name, Signals.MacOS.EndName(code));

    [Theory]
    [InlineData(-1073741819, "STATUS_ACCESS_VIOLATION")]
    [InlineData(-1073741571, "STATUS_STACK_OVERFLOW")]
    [InlineData(-1073741510, "STATUS_CONTROL_C_EXIT")]
    [InlineData(139, null)]
    [InlineData(-1, null)]
    public void On_Windows_an_end_has_the_name_of_its_status(int code, string? name) => Assert.Equal(name, Signals.Windows.EndName(code));

    [Fact]
    public void A_path_is_one_word_for_a_shell_of_its_system()
    {
        Assert.Equal("'it'\\''s here'", SystemNames.Linux.Quote("it's here"));
        Assert.Equal("\"Program Files\"", SystemNames.Windows.Quote("Program Files"));
    }
}
