using AsyncLoad.Tracing.Digests;
using AsyncLoad.Tracing.Events;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Digests;

public class RuntimeNameTests
{
    [Theory]
    [InlineData("/usr/share/dotnet/shared/Microsoft.NETCore.App/10.0.12/libcoreclr.so", 0, 0, 0, "10.0.12")]
    [InlineData(@"C:\Program Files\dotnet\shared\Microsoft.NETCore.App\11.0.0-preview.4.26210.1\coreclr.dll", 11, 0, 26, "11.0.0-preview.4.26210.1")]
    [InlineData("/usr/share/dotnet/shared/Microsoft.NETCore.App/3.1.32/libcoreclr.so", 4, 700, 22, "3.1.32")]
    [InlineData("/app/libcoreclr.so", 10, 0, 1226, "10.0.12")]
    [InlineData("", 9, 0, 24, "9.0.0")]
    [InlineData("/app/Microsoft.NETCore.App/libcoreclr.so", 8, 0, 1024, "8.0.10")]
    [InlineData("/app/libcoreclr.so", 4, 700, 22, null)]
    public void A_runtime_is_called_by_its_folder_or_else_by_its_file(string path, int major, int minor, int build, string? expected) =>
        Assert.Equal(expected, RuntimeName.Of(new RuntimeStarted(new Version(major, minor, build, 1), false, true, "", path)));
}
