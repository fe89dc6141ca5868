using System.Globalization;
using AsyncLoad.Oracle;
using AsyncLoad.Oracle.Grammar;

if (Option("--print") is { } number)
{
    Console.Out.WriteLine(Unit.Make(Number(Option("--seed") ?? "1"), Number(number)).Source);
    return 0;
}

return OracleCommand.Run(Number(Option("--seed") ?? "1"), Number(Option("--classes") ?? "1000"), follows016: !args.Contains("--as-0.15.8"));

string? Option(string name) => Array.IndexOf(args, name) is >= 0 and var at && at + 1 < args.Length ? args[at + 1] : null;

static int Number(string text) => int.Parse(text, NumberStyles.None, CultureInfo.InvariantCulture);
