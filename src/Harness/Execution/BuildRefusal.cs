using System.Diagnostics;
using System.Reflection;
using AsyncLoad.Model.Runs;

namespace AsyncLoad.Harness.Execution;

/// <summary>Refuses to measure in processes whose code runs differently than in production.</summary>
internal static class BuildRefusal
{
    public static ProcessState Own() => new(
        typeof(BuildRefusal).Assembly.GetCustomAttribute<DebuggableAttribute>() is not { IsJITOptimizerDisabled: true },
        Debugger.IsAttached);

    /// <summary>Why a process is not fit, in words; null when it is.</summary>
    public static string? Refusal(ProcessState state, string name) =>
        !state.Optimized ? $"{name} is built without optimisation, so its times mean nothing: build with -c Release"
        : state.Debugged ? $"a debugger is attached to {name}, which changes its times: detach it"
        : state.Watched is { } watcher ? $"{name} is watched by {watcher}, which changes what it measures: turn that off"
        : null;

    /// <summary>Why a run is refused in this environment; empty when it is not.</summary>
    public static IReadOnlyList<string> Refusals(RunEnvironment environment) =>
        [.. new[] { Refusal(environment.Harness, "asyncload"), Refusal(environment.Host, "the host") }.OfType<string>()];
}
