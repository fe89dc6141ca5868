using System.Text;
using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary><c>manifest.json</c>, the plan in it included.</summary>
internal sealed class ManifestTarget : RunFolderTarget
{
    private static readonly string[] Words = ["null", "\"kind\"", "\"schemaVersion\": 1,", "\"schemaVersion\": \"1\",", "\\uD800", "\uFEFF", "[]", "{}", "1e999", "-1", "[[[[", "\0"];

    private readonly byte[] seed;
    private readonly ByteMutator bytes;
    private readonly JsonMutator json;

    public ManifestTarget()
        : base("manifest.json")
    {
        seed = System.IO.File.ReadAllBytes(File);
        bytes = new ByteMutator([seed], [.. Words.Select(Encoding.UTF8.GetBytes)]);
        json = new JsonMutator([seed]);
    }

    public override string Name => "manifest";

    // One in eight.
    protected override bool Judges(byte[] input) => input.Length % 8 == 0;

    public override byte[] Make(Dice dice) => dice.OneIn(4) ? bytes.Mutate(seed, dice) : json.Make(dice);
}
