using System.CommandLine;
using System.Globalization;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Harness.Cli.Preparing;
using AsyncLoad.Harness.Planning;
using AsyncLoad.Harness.Planning.Json;
using AsyncLoad.Harness.Planning.Reading;
using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Cli.Listing;

/// <summary><c>list</c>: what exists, each with one line of meaning; with a name, that one alone and in full.</summary>
internal sealed class ListCommand(CliServices services)
{
    private static readonly string[] Topics = ["workloads", "loads", "pressures", "runtimes", "profiles", "settings", "metrics"];

    /// <summary>The command as the parser knows it.</summary>
    public Command Create(StyleOptions style)
    {
        var topic = new Argument<string>("what") { Description = "what to list", HelpName = string.Join('|', Topics) };
        topic.AcceptOnlyFromAmong(Topics);
        var name = new Argument<string?>("name") { Description = "one of them, in full", Arity = ArgumentArity.ZeroOrOne };
        var (plugins, root) = (new PluginOptions(), PlanningOptions.RootOption());
        var command = new ExampleCommand(
            "list",
            "Show what exists, each with one line of meaning.",
            "list workloads",
            "list workloads call-chain",
            "list workloads --plugin bin/Release/net10.0/MyBenchmarks.dll",
            "list runtimes",
            "list settings --format json") { topic, name, root };
        plugins.AddTo(command);
        command.SetAction(async (parsed, cancellation) =>
        {
            var (what, one, shown) = (parsed.GetRequiredValue(topic), parsed.GetValue(name), style.Of(parsed));
            return (int)(what == "workloads"
                ? await WorkloadsAsync(plugins.Request(parsed), one, shown, cancellation)
                : what == "runtimes" ? await RuntimesAsync(parsed.GetValue(root), one, shown)
                : await ExecuteAsync(what, one, shown, cancellation));
        });
        return command;
    }

    private async Task<ExitCode> WorkloadsAsync(PluginRequest plugins, string? name, OutputStyle style, CancellationToken cancellation)
    {
        var found = await new PluginFinder(services.Terminal).FindAsync(plugins, null, [], cancellation);
        if (found.Problem is { } problem)
        {
            await services.Terminal.Error.WriteLineAsync($"error: {problem}");
            return found.Code;
        }

        var catalogue = await services.DescribeAsync(found.Plugins, cancellation);
        var code = new WorkloadList(services.Terminal, style).Show(catalogue, name);
        foreach (var leftOut in PluginReport.LeftOut(catalogue)) await services.Terminal.Error.WriteLineAsync($"note: {leftOut}");
        foreach (var failure in PluginReport.Failures(catalogue)) await services.Terminal.Error.WriteLineAsync($"error: {failure}");
        return PluginReport.Failures(catalogue).Any() ? ExitCodes.Worst(code, ExitCode.ProfileInvalid) : code;
    }

    private async Task<ExitCode> RuntimesAsync(string? root, string? name, OutputStyle style)
    {
        if (RuntimeReport.RootProblem(root) is not { } problem) return await ShowAsync("runtimes", RuntimeReport.Table(root), name, style);
        await services.Terminal.Error.WriteLineAsync($"error: {problem}");
        return ExitCode.BadArguments;
    }

    private async Task<ExitCode> ExecuteAsync(string topic, string? name, OutputStyle style, CancellationToken cancellation) => topic switch
    {
        "profiles" => await ShowAsync(topic, await ProfilesAsync(cancellation), name, style),
        "loads" => await ShowAsync(topic, Loads(), name, style),
        "pressures" => await ShowAsync(topic, Pressures(), name, style),
        "settings" => await ShowAsync(topic, Settings(), name, style),
        _ => await ShowAsync(topic, Metrics(), name, style),
    };

    private async Task<ExitCode> ShowAsync(string topic, TextTable table, string? name, OutputStyle style)
    {
        var rows = name is null ? table.Rows : [.. table.Rows.Where(row => row[0] == name)];
        if (rows.Count == 0 && name is not null)
        {
            var what = topic.TrimEnd('s');
            await services.Terminal.Error.WriteLineAsync($"error: {Suggestion.Unknown(what, name, [.. table.Rows.Select(row => row[0] ?? "")])}");
            return ExitCode.BadArguments;
        }

        (table with { Rows = rows }).Write(services.Terminal, style);
        return ExitCode.Ok;
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
        ["name", "unit", "better", "gate", "meaning"],
        [.. Metric.All.Select(metric => new[] { metric.Name, metric.Unit, metric.Better == Better.Lower ? "lower" : "higher", metric.Gate is null ? "no" : string.Join(", ", metric.Limits), metric.Meaning })]);

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

    private static string Meaning(ProfileReading reading) => reading.Profile is { } profile
        ? string.Create(
            CultureInfo.InvariantCulture,
            $"{profile.Experiments.Sum(Matrix.Size):N0} comparisons: {string.Join(", ", profile.Experiments.Select(experiment => experiment.Name))}")
        : $"invalid: {reading.Errors[0]}";
}
