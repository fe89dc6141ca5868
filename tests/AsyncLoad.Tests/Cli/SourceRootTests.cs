using AsyncLoad.Harness.Cli.Analyze;
using Xunit;

namespace AsyncLoad.Tests.Cli;

public sealed class SourceRootTests : IDisposable
{
    private readonly DirectoryInfo folder = Directory.CreateTempSubdirectory("asyncload-root-");

    private readonly SourceRoot root;

    public SourceRootTests()
    {
        folder.CreateSubdirectory(".git");
        folder.CreateSubdirectory("src/App");
        File.WriteAllText(Path.Combine(folder.FullName, "src", "App", "Orders.cs"), "");
        File.WriteAllText(Path.Combine(folder.FullName, "Program.cs"), "");
        root = SourceRoot.Around(Path.Combine(folder.FullName, "src", "App"));
    }

    public void Dispose() => folder.Delete(recursive: true);

    [Fact]
    public void The_repository_is_the_nearest_folder_that_git_knows() => Assert.Equal(folder.FullName, root.Folder);

    [Fact]
    public void A_file_of_the_repository_is_relative_to_it()
    {
        Assert.Equal("src/App/Orders.cs", root.Relative(Path.Combine(folder.FullName, "src", "App", "Orders.cs")));
        Assert.Equal("Program.cs", root.Relative(Path.Combine(folder.FullName, "Program.cs")));
    }

    [Theory]
    [InlineData("/builds/agent/shop/shop/src/App/Orders.cs", "src/App/Orders.cs")]
    [InlineData(@"C:\agent\_work\1\s\src\App\Orders.cs", "src/App/Orders.cs")]
    [InlineData("/_/src/App/Elsewhere.cs", "src/App/Elsewhere.cs")]
    [InlineData("Orders.cs", "src/App/Orders.cs")]
    [InlineData("Unknown.cs", null)]
    [InlineData("\0.cs", null)]
    [InlineData("/home/other/Tool/Program.cs", null)]
    [InlineData("/home/other/src/App/Unknown.cs", null)]
    [InlineData("/_/../../etc/passwd", null)]
    [InlineData("", null)]
    public void A_file_of_a_build_elsewhere_is_found_by_the_end_of_its_path(string file, string? relative) => Assert.Equal(relative, root.Relative(file));
}
