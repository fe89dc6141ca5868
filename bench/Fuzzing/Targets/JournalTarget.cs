using System.Text;
using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary><c>pairs.jsonl</c>: lines damaged, repeated, left out, in another order.</summary>
internal class JournalTarget : RunFolderTarget
{
    private const int MostLines = 5;

    private static readonly string[] Words = ["\n", "\r\n", "\n\n", "null\n", "{\"kind\":\"step\"}\n", "{\"kind\":\"", "\\uD800", "\uFEFF", "1e999", "-1", "[]", "\0"];

    private readonly byte[][] lines;
    private readonly ByteMutator bytes;
    private readonly JsonMutator json;

    public JournalTarget()
        : base("pairs.jsonl")
    {
        lines = [.. System.IO.File.ReadAllLines(File).Select(Encoding.UTF8.GetBytes)];
        bytes = new ByteMutator(lines, [.. Words.Select(Encoding.UTF8.GetBytes)]);
        json = new JsonMutator(lines);
    }

    public override string Name => "journal";

    protected override bool Judges(byte[] input) => false;

    public override byte[] Make(Dice dice)
    {
        var journal = new List<byte>();
        for (var count = 1 + dice.Below(MostLines); count > 0; count--)
        {
            journal.AddRange(dice.OneIn(3) ? json.Make(dice) : dice.Of(lines));
            journal.Add((byte)'\n');
        }

        return dice.OneIn(4) ? bytes.Mutate([.. journal], dice) : [.. journal];
    }
}
