using System.Globalization;
using AsyncLoad.Fuzzing;

return args switch
{
    [ChildCampaign.Command, var target, var seed, var from, var count, var block] =>
        ChildCampaign.Run(Target(target), Number(seed), (Long(from), Long(count)), Number(block)),
    ["replay", var target, var file] => FuzzCommand.Replay(Target(target), file),
    [var target, ..] when !target.StartsWith('-') && (target == "all" || Known(target)) => await FuzzCommand.RunAsync(
        target == "all" ? FuzzTarget.CreateAll() : [Target(target)], Number(Option("--seed", "1")), Long(Option("--from", "0")), Long(Option("--inputs", "100000"))),
    _ => Usage(),
};

string Option(string name, string otherwise) => Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : otherwise;

static int Number(string text) => int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);

static long Long(string text) => long.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);

static bool Known(string name) => FuzzCommand.Find(name) is not null;

static FuzzTarget Target(string name) => FuzzCommand.Find(name) ?? throw new ArgumentException($"no target '{name}'");

static int Usage()
{
    Console.Error.WriteLine($"all | {string.Join(" | ", FuzzTarget.CreateAll().Select(target => target.Name))}  [--inputs N] [--seed S] [--from N]");
    Console.Error.WriteLine("replay TARGET FILE");
    return 4;
}
