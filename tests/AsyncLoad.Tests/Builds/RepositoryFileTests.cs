using Xunit;

namespace AsyncLoad.Tests.Builds;

/// <summary>Forms, owners and updates: the files that a code host reads.</summary>
public sealed class RepositoryFileTests
{
    private static readonly string[] Inputs = ["markdown", "textarea", "input", "dropdown", "checkboxes"];

    private static readonly string[] Ecosystems = ["nuget", "dotnet-sdk", "github-actions", "docker"];

    public static TheoryData<string> Forms { get; } = [.. Repository.Files("*.yml", ".github/ISSUE_TEMPLATE").Where(path => !path.EndsWith("/config.yml", StringComparison.Ordinal))];

    [Theory]
    [MemberData(nameof(Forms))]
    public void A_form_has_a_name_a_description_and_labelled_inputs(string path)
    {
        var form = YamlFile.Of(path).Root;
        Assert.All(["name", "description"], key => Assert.NotEmpty(form.Text(key)!));
        var body = form.Items("body");
        Assert.NotEmpty(body);
        Assert.All(body, input =>
        {
            Assert.Contains(input.Text("type"), Inputs);
            Assert.NotEmpty(input.Get("attributes")!.Text("label")!);
        });
        var ids = body.Select(input => input.Text("id")).ToList();
        Assert.Equal(ids.Distinct(), ids);
    }

    [Fact]
    public void Owners_are_named_for_paths_that_are_there()
    {
        var lines = Repository.Lines(".github/CODEOWNERS").Where(line => line.Length > 0 && line[0] != '#').Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToList();
        Assert.Equal("*", lines[0][0]);
        Assert.All(lines.Skip(1), line => Assert.True(Directory.Exists(Path.Combine(Repository.Root, line[0].Trim('/'))), line[0]));
        Assert.All(lines, line => Assert.True(line.Length > 1 && line[1..].All(owner => owner[0] == '@'), line[0]));
    }

    [Fact]
    public void Updates_are_looked_for_where_there_is_something_to_update()
    {
        var updates = YamlFile.Of(".github/dependabot.yml").Root.Items("updates");
        Assert.Equal(Ecosystems, updates.Select(update => update.Text("package-ecosystem")!));
        var folders = updates.SelectMany(update => update.Items("directories").Select(folder => folder.ToString()).Append(update.Text("directory"))).OfType<string>().Select(folder => folder.Trim('/'));
        Assert.All(folders, folder => Assert.True(Directory.Exists(Path.Combine(Repository.Root, folder)), folder));
        Assert.NotEmpty(Repository.Files("Containerfile", "deploy"));
    }

    [Fact]
    public void The_template_of_pull_requests_asks_for_scripts_that_are_there() =>
        Assert.Contains("`tests/run`", Repository.Text(".github/pull_request_template.md"), StringComparison.Ordinal);
}
