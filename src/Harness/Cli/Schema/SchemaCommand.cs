using System.CommandLine;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model;
using AsyncLoad.Reporting.Results;

namespace AsyncLoad.Harness.Cli.Schema;

/// <summary><c>schema [profile|results]</c>: prints the JSON schema of profiles, or of <c>results.json</c>, as this version reads and writes them.</summary>
internal sealed class SchemaCommand(CliServices services)
{
    private const string Profile = "profile";
    private const string Results = "results";

    public Command Create()
    {
        var of = CheckedOption.Words("what", "the schema to print", [Profile, Results], usual: Profile);
        of.HelpName = $"{Profile}|{Results}";
        var command = new ExampleCommand(
            "schema",
            "Print the JSON schema of profiles, or of results.json.",
            "schema profile",
            "schema results") { of };
        command.SetAction(parsed => services.Terminal.Output.WriteLine(Text(parsed.GetRequiredValue(of))));
        return command;
    }

    /// <summary>What is printed, without the last line break.</summary>
    public static string Text(string of) => (of == Results ? ResultsSchema.Create() : ProfileSchema.Create()).ToJsonString(ModelJson.Indented.Options);
}
