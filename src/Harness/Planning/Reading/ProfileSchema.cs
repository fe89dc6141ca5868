using System.Text.Json.Nodes;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>
/// The JSON schema of profiles (2020-12), for editors and for programs that write profiles. The reader also refuses what a schema cannot tell:
/// unknown workloads, variants and parameters, sizes and durations out of range, and members that contradict one another.
/// </summary>
internal static class ProfileSchema
{
    public static JsonObject Create()
    {
        var schema = new JsonObject
        {
            ["$schema"] = "https://json-schema.org/draft/2020-12/schema",
            ["title"] = "A profile of AsyncLoad",
            ["description"] = "What is measured, how, and which conditions fail a build. Comments and trailing commas are allowed.",
        };
        foreach (var (keyword, value) in Formats.Object(ProfileReader.Members).Schema()) schema[keyword] = value?.DeepClone();
        return schema;
    }
}
