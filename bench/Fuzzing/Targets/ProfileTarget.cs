using System.Text;
using System.Text.Json;
using AsyncLoad.Fuzzing.Mutation;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Host;
using AsyncLoad.Model;
using AsyncLoad.Model.Catalogues;
using AsyncLoad.Model.Profiles;
using AsyncLoad.Workloads;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Profiles, with settings of the command line behind a zero byte: read, planned where that is soon done, written as resolved and read again.</summary>
internal sealed class ProfileTarget : FuzzTarget
{
    // A plan of a hundred thousand comparisons is allowed and takes its time; it is made of the same parts.
    private const double MostPlanned = 300;

    private static readonly string[] Words =
    [
        "\"crossover\"", "\"commit\"", "\"packages\"", "\"env\"", "\"variant\"", "\"runtimes\"", "\"maxIncrease\"", "\"gates\"", "\"stages\"", "\"kind\"", "\"openLoop\"", "\"simulations\"", "\"wave\"", "\"nbomber\"", "\"liveSet\"", "\"1e9GB\"", "\"0MB\"", "null", "[]", "{}", ",", ":", "//", "/*", "\\uD800",
        "\uFEFF", "\0measure.looks=[6]", "\0load.degree=0", "\0pressure.liveSet=1e9GB", "\0gc.server=true", "\0seed=", "\0measure.slice=\"\\uD800\"", "\0x", "\0=", "[[[[[[[[", "}}}}", "-", "1e999",
    ];

    private readonly Catalogue catalogue = CatalogueDescription.Of(WorkloadCatalogue.CreateAll());
    private readonly IReadOnlyList<byte[]> seeds = Seeds.Of("profile");
    private readonly ByteMutator bytes;
    private readonly JsonMutator json;

    public ProfileTarget()
    {
        bytes = new ByteMutator(seeds, [.. Words.Select(Encoding.UTF8.GetBytes)]);
        json = new JsonMutator(seeds);
    }

    public override string Name => "profile";

    public override byte[] Make(Dice dice) => dice.Below(4) switch
    {
        0 => bytes.Mutate(dice.Of(seeds), dice),
        1 => bytes.Mutate(json.Make(dice), dice),
        _ => json.Make(dice),
    };

    public override Outcome Run(byte[] input)
    {
        var end = Array.IndexOf(input, (byte)0);
        var profile = end < 0 ? input : input[..end];
        var overrides = end < 0 ? [] : Encoding.UTF8.GetString(input[(end + 1)..]).Split('\0').Select(Override.Parse).OfType<Override>().ToArray();
        foreach (var plugin in ProfilePlugins.Of("p.json", profile)) Require(plugin is not null, "a path of a plug-in is null");
        var reading = ProfileReader.Read("p.json", profile, catalogue, overrides);
        foreach (var error in reading.Errors) RequirePrintable(error.ToString());
        Require(reading.Profile is null == reading.Errors.Count > 0, "there is a profile, or there are errors");
        return reading.Profile is null ? Refused(reading.Errors[0].Message) : Plan(reading.Profile);
    }

    private Outcome Plan(Profile profile)
    {
        var line = JsonSerializer.Serialize(profile, ModelJson.Line.Profile);
        Require(JsonSerializer.Serialize(JsonSerializer.Deserialize(line, ModelJson.Line.Profile)!, ModelJson.Line.Profile) == line, "a resolved profile is read as it was written");
        if (profile.Experiments.Sum(Matrix.Size) > MostPlanned) return Read("large");
        switch (Planner.Make(profile, catalogue, new PlanOptions()))
        {
            case PlanOutcome.Made made:
                Require(made.Plan.Comparisons.Select(comparison => comparison.Id).Distinct().Count() == made.Plan.Comparisons.Count, "ids of comparisons are unique");
                return Read("planned");
            case PlanOutcome.Empty empty:
                RequirePrintable(empty.Message);
                return Read(empty.Message);
            default:
                return Read("too many pairs");
        }
    }

    private static void RequirePrintable(string message) => Require(Printable.Text(message) == message, $"a message holds what steers a terminal: {Printable.Text(message)}");
}
