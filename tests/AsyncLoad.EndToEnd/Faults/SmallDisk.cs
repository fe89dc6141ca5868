using System.Globalization;
using Xunit;

namespace AsyncLoad.EndToEnd.Faults;

/// <summary>A file system in memory with room for a few megabytes, mounted in a sandbox for one test.</summary>
internal sealed class SmallDisk : IAsyncDisposable
{
    private const int Piece = 64 << 10;

    private readonly Sandbox sandbox;
    private readonly string folder;

    private SmallDisk(Sandbox sandbox, string folder)
    {
        this.sandbox = sandbox;
        this.folder = folder;
    }

    private string Filler => Path.Combine(folder, "filler");

    /// <summary>Mounts one; skips the test where that is refused.</summary>
    /// <param name="sandbox">Where.</param>
    /// <param name="name">Name of its folder.</param>
    /// <param name="megabytes">Its size.</param>
    public static async Task<SmallDisk> RequireAsync(Sandbox sandbox, string name, int megabytes)
    {
        Assert.SkipUnless(Confined.IsRoot, "only root may mount a file system");
        var folder = Directory.CreateDirectory(sandbox.At(name)).FullName;
        var size = string.Create(CultureInfo.InvariantCulture, $"size={megabytes}m");
        using var mount = RunningProgram.Start(sandbox, "mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder]);
        var ended = await mount.EndAsync();
        Assert.SkipUnless(ended.Code == 0, $"no file system can be mounted here: {ended.Error}");
        return new SmallDisk(sandbox, folder);
    }

    /// <summary>Leaves not a byte.</summary>
    public void Fill()
    {
        using var filler = new FileStream(Filler, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        foreach (var piece in new[] { Piece, 1 })
        {
            try
            {
                while (true) filler.Write(new byte[piece]);
            }
            catch (IOException full)
            {
                TestContext.Current.SendDiagnosticMessage(full.Message);
            }
        }
    }

    /// <summary>Makes room again.</summary>
    public void Empty() => File.Delete(Filler);

    public async ValueTask DisposeAsync()
    {
        using var unmount = RunningProgram.Start(sandbox, "umount", ["--lazy", folder]);
        await unmount.EndAsync();
    }
}
