using System.CommandLine;
using System.Globalization;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Listing;

/// <summary><c>list</c>: lists what exists, each with one line of meaning; with a name, that one in full.</summary>
internal sealed class ListCommand(CliServices services)
{
    private static readonly string[] Topics = ["workloads", "loads", "pressures", "runtimes", "profiles", "settings", "metrics"];

    public Command Create(StyleOptions style)
    {
        var topic = CheckedOption.Words("what", "what to list", Topics);
        topic.HelpName = string.Join('|', Topics);
        var name = new Argument<string?>("name") { Description = "show only this one, in full", Arity = ArgumentArity.ZeroOrOne };
        var (plugins, root) = (new PluginOptions(), PlanningOptions.RootOption());
        var command = new ExampleCommand(
            "list",
            "List workloads, loads, pressures, runtimes, profiles, settings or metrics.",
            "list workloads",
            "list workloads call-chain",
            "list workloads --plugin bin/Release/net10.0/MyBenchmarks.dll",
            "list runtimes",
            "list settings --format json") { topic, name, root };
        plugins.AddTo(command);
        command.Validators.Add(result =>
        {
            if (result.GetResult(topic) is not { Tokens: [var what] }) return;
            Refuse(what.Value == "workloads" ? [] : plugins.Options, "workloads");
            Refuse(what.Value == "runtimes" ? [] : [root], "runtimes");

            void Refuse(IReadOnlyList<Option> options, string shown)
            {
                string[] given = [.. options.Where(option => result.GetResult(option) is { Implicit: false }).Select(option => option.Name)];
                if (given.Length > 0) result.AddError($"list {what.Value} shows no {shown}: leave out {string.Join(", ", given)}");
            }
        });
        command.SetAction(async (parsed, cancellation) =>
        {
            var (what, one, shown) = (parsed.GetRequiredValue(topic), parsed.GetValue(name), style.Of(parsed));
            if (what == "workloads") await ShowWorkloadsAsync(plugins.Request(parsed), one, shown, cancellation);
            else Show(what, await TableAsync(what, parsed.GetValue(root), cancellation), one, shown);
        });
        return command;
    }

    private async Task ShowWorkloadsAsync(PluginRequest request, string? name, OutputStyle style, CancellationToken cancellation)
    {
        var plugins = await new PluginFinder(services.Terminal).FindAsync(request, cancellation);
        var catalogue = await services.DescribeAsync(plugins, cancellation);
        var unknown = new WorkloadList(services.Terminal, style).Show(catalogue, name);
        var leftOuts = name is not null && Spelling.Workload(name, catalogue.Workloads) is { } one ? PluginReport.LeftOut(catalogue, one) : PluginReport.LeftOut(catalogue);
        foreach (var leftOut in leftOuts) await services.Terminal.Error.WriteLineAsync($"note: {leftOut}");
        string[] errors = [.. new[] { unknown }.OfType<string>(), .. PluginReport.Failures(catalogue)];
        if (errors.Length > 0) throw new CommandFailedException(unknown is null ? ExitCode.ProfileInvalid : ExitCode.BadArguments, errors);
    }

    private async Task<TextTable> TableAsync(string topic, string? root, CancellationToken cancellation) => topic switch
    {
        "runtimes" => RuntimeReport.Table(root),
        "profiles" => await ProfilesAsync(cancellation),
        "loads" => Loads(),
        "pressures" => Pressures(),
        "settings" => Settings(),
        _ => Metrics(),
    };

    private void Show(string topic, TextTable table, string? name, OutputStyle style)
    {
        var rows = name is null ? table.Rows : [.. table.Rows.Where(row => row[0] == name)];
        if (rows.Count == 0 && name is not null)
            throw new CommandFailedException(ExitCode.BadArguments, Suggestion.Unknown(topic.TrimEnd('s'), name, [.. table.Rows.Select(row => row[0] ?? "")]));
        (table with { Rows = rows }).Write(services.Terminal, style);
    }

    private static TextTable Loads() => new(["name", "meaning"], [.. LoadFormat.Kinds.All.Select(kind => new[] { kind.Word, kind.Meaning })]);

    private static TextTable Pressures() => new(
        ["name", .. PressureReader.Fields.Select(field => field.Member.Name), "meaning"],
        [
            .. PressureReader.Meanings.Join(PressureSettings.Presets, term => term.Name, preset => preset.Name, (term, preset) =>
                (string[])[term.Name, .. PressureReader.Fields.Select(field => field.Text(preset) ?? "platform"), term.Meaning]),
        ]);

    private static TextTable Settings() => new(
        ["path", "takes", "default", "meaning"],
        [.. Setting.All.Select(setting => new[] { setting.Path, setting.Member.Takes, setting.Member.Default!, setting.Member.Meaning! })]);

    private static TextTable Metrics() => new(
        ["name", "short", "unit", "better", "gate", "meaning"],
        [.. Metric.All.Select(metric => new[] { metric.Name, metric.ShortName ?? "", metric.Unit, metric.Better == Better.Lower ? "lower" : "higher", metric.Gate is null ? "no" : string.Join(", ", metric.Limits), metric.Meaning })]);

    private async Task<TextTable> ProfilesAsync(CancellationToken cancellation)
    {
        var rows = new List<string[]>();
        var profiles = ProfileFolders.With(services.ProfileFolder).All();
        if (profiles.Count == 0) return new TextTable(["profile", "meaning"], rows);
        var catalogue = await services.DescribeHost(cancellation);
        foreach (var (typed, path) in profiles)
        {
            var file = await ProfileFile.ReadAsync(path, services.ProfileFolder, cancellation);
            var reading = file.Content is null ? null : ProfileReader.Read(path, file.Content, catalogue);
            rows.Add([typed, file.Problem ?? Meaning(reading!)]);
        }

        return new TextTable(["profile", "meaning"], rows);
    }

    private static string Meaning(ProfileReading reading)
    {
        if (reading.Profile is not { } profile) return $"invalid: {reading.Errors[0]}";
        var sizes = profile.Experiments.ToLookup(experiment => experiment.Crossover is not null, Matrix.Size);
        // A sweep adds comparisons until it finds the crossing, so their number is not known.
        var counts = new[] { Count(sizes[false].Sum(), "comparison"), Count(sizes[true].Sum(), "sweep") }.OfType<string>();
        return $"{string.Join(" and ", counts)}: {string.Join(", ", profile.Experiments.Select(experiment => experiment.Name))}";
    }

    private static string? Count(double count, string what) =>
        count == 0 ? null : string.Create(CultureInfo.InvariantCulture, $"{count:N0} {what}{(count == 1 ? "" : "s")}");
}
