using AsyncLoad.Model.Profiles;

namespace AsyncLoad.Harness.Execution;

/// <summary>The executables that measure: the same sources, each with what its build asked for.</summary>
internal enum HostBuild
{
    /// <summary>Our own engine; always there.</summary>
    Plain,

    /// <summary>With NBomber as a second engine; built on request.</summary>
    NBomber,
}

/// <summary>Which build measures what.</summary>
internal static class HostBuilds
{
    /// <summary>The build that has the load.</summary>
    public static HostBuild For(LoadSettings load) =>
        load is LoadSettings.Simulations { Engine: LoadEngine.NBomber } ? HostBuild.NBomber : HostBuild.Plain;
}
