using System.Globalization;
using System.Reflection.PortableExecutable;
using System.Text.Json;
using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>What a live process is told to do: docs/evidence/reliability.md, rows 12 and 27.</summary>
public sealed class AttachTests : IDisposable
{
    private const string Completed = "Prices.CompletedAsync(int)";

    private readonly Sandbox sandbox = new();
    private readonly Sandbox elsewhere = new();

    public AttachTests() => HostProcesses.Require();

    public void Dispose()
    {
        sandbox.Dispose();
        elsewhere.Dispose();
    }

    [Fact]
    public async Task A_live_process_is_recorded_and_told_and_goes_on()
    {
        using var loop = await LoopAsync();

        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "2s", "--format", "json", "--keep", "kept.nettrace")).Expect(0);

        Assert.False(loop.HasEnded);
        using var digest = JsonDocument.Parse(ended.Output);
        Assert.Equal("kept.nettrace", digest.RootElement.GetProperty("file").GetString());
        Assert.True(digest.RootElement.GetProperty("process").GetProperty("durationMs").GetDouble() > 0);
        Assert.Equal(loop.Id, digest.RootElement.GetProperty("process").GetProperty("processId").GetInt32());
        Assert.Equal("System.InvalidOperationException", digest.RootElement.GetProperty("exceptions")[0].GetProperty("type").GetString());
        var first = digest.RootElement.GetProperty("advice").GetProperty("methods")[0];
        Assert.Equal((Completed, "completesSynchronously"), (first.GetProperty("method").GetString(), first.GetProperty("finding").GetString()));
        Assert.DoesNotContain(digest.RootElement.GetProperty("advice").GetProperty("withoutMetadata").EnumerateArray(), name => name.GetString()!.StartsWith("LiveLoop", StringComparison.Ordinal));
        // The same from the file.
        Assert.Contains(Completed, (await Asyncload.RunAsync(sandbox, "analyze", "kept.nettrace")).Expect(0).Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_assembly_that_was_built_again_since_is_told_and_not_read()
    {
        var assembly = Path.Combine(elsewhere.Copy(Path.GetDirectoryName(Repository.LiveLoop)!, "loop"), "LiveLoop.dll");
        // Its PDB was written to a folder that is not here: else the build that was traced would be found beside that.
        Edit(assembly, (image, signature) => "/nil/"u8.CopyTo(image.AsSpan(image.AsSpan(signature).IndexOf("/obj/"u8) + signature)));
        using var loop = await LoopAsync(assembly);
        (await Asyncload.RunAsync(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "2s", "--keep", "kept.nettrace")).Expect(0);
        var before = Advice(await Asyncload.RunAsync(sandbox, "analyze", "kept.nettrace", "--format", "json"));
        Edit(assembly, (image, signature) => image[signature] ^= 0xFF);

        var after = Advice(await Asyncload.RunAsync(sandbox, "analyze", "kept.nettrace", "--format", "json"));
        var told = (await Asyncload.RunAsync(sandbox, "analyze", "kept.nettrace")).Expect(0).Output;

        Assert.Empty(before.GetProperty("otherBuilds").EnumerateArray());
        Assert.Equal(["LiveLoop.dll"], after.GetProperty("otherBuilds").EnumerateArray().Select(name => name.GetString()));
        Assert.DoesNotContain("LiveLoop.dll", after.GetProperty("withoutMetadata").EnumerateArray().Select(name => name.GetString()));
        Assert.All(after.GetProperty("methods").EnumerateArray(), method => Assert.NotEqual("recommended", method.GetProperty("weight").GetString()));
        Assert.InRange(told.IndexOf("! assemblies changed: ", StringComparison.Ordinal), 0, told.IndexOf("\nadvice\n", StringComparison.Ordinal));
        // The build that was traced lies elsewhere.
        Assert.Empty(Advice(await Asyncload.RunAsync(sandbox, "analyze", "kept.nettrace", "--format", "json", "--assembly", Path.GetDirectoryName(Repository.LiveLoop)!)).GetProperty("otherBuilds").EnumerateArray());
    }

    [Fact]
    public async Task A_build_can_fail_on_what_is_advised_and_a_code_host_is_told()
    {
        using var loop = await LoopAsync();

        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "2s", "--format", "sarif", "--fail-on", "conditional")).Expect(2);

        Assert.StartsWith("gate ✗ failed: --fail-on conditional: ", ended.Error, StringComparison.Ordinal);
        Assert.Contains($"\n  {Completed}: completes synchronously, ", ended.Error, StringComparison.Ordinal);
        using var sarif = JsonDocument.Parse(ended.Output);
        var run = sarif.RootElement.GetProperty("runs")[0];
        Assert.Equal("asyncload/LiveLoop/", run.GetProperty("automationDetails").GetProperty("id").GetString());
        Assert.Contains("completes-synchronously", run.GetProperty("results").EnumerateArray().Select(result => result.GetProperty("ruleId").GetString()));
    }

    [Fact]
    public async Task A_very_short_recording_says_what_it_can_give()
    {
        using var loop = await LoopAsync();

        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "200ms")).Expect(0);

        Assert.Contains("warning: a recording of 200ms holds few samples, and advice on a method needs ten", ended.Error, StringComparison.Ordinal);
    }

    [Fault(4)]
    [Fact]
    public async Task An_interrupt_ends_the_recording_and_what_there_is_gets_told()
    {
        using var loop = await LoopAsync();
        using var program = Asyncload.Start(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "10m", "--keep", "kept.nettrace");
        await Until.HoldsAsync(() => File.Exists(sandbox.At("kept.nettrace")) && new FileInfo(sandbox.At("kept.nettrace")).Length > 100_000, "events arrive");
        program.Send(HostProcesses.Signal.Interrupt);

        var ended = (await program.EndAsync()).Expect(130);

        Assert.Contains("Task<decimal>", ended.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("truncated", ended.Output, StringComparison.Ordinal);
        Assert.False(loop.HasEnded);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(8)]
    [Fact]
    public async Task A_process_that_dies_meanwhile_is_told_as_far_as_it_came()
    {
        using var loop = await LoopAsync();
        using var program = Asyncload.Start(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "10m", "--keep", "kept.nettrace");
        await Until.HoldsAsync(() => File.Exists(sandbox.At("kept.nettrace")) && new FileInfo(sandbox.At("kept.nettrace")).Length > 100_000, "events arrive");
        loop.Send(HostProcesses.Signal.Kill);

        var ended = (await program.EndAsync()).Expect(0);

        Assert.Contains($"process {Number(loop.Id)} ended, or closed the session, after", ended.Error, StringComparison.Ordinal);
        Assert.Contains("! truncated", ended.Output, StringComparison.Ordinal);
        // Names of methods come last. What is not known is not denied.
        Assert.DoesNotContain("no async method", ended.Output, StringComparison.Ordinal);
        Assert.Contains("Task<decimal>", ended.Output, StringComparison.Ordinal);
        Asyncload.AssertNothingIsLeft(sandbox);
    }

    [Fault(12)]
    [Fact]
    public async Task A_number_without_a_process_is_refused_and_leaves_no_file()
    {
        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "-p", "2000000000", "--keep", "kept.nettrace")).Expect(6);

        Assert.Equal("error: there is no process 2000000000\n", ended.Error);
        Assert.False(File.Exists(sandbox.At("kept.nettrace")));
    }

    [Fault(12)]
    [Fact]
    public async Task A_process_that_is_no_dotnet_is_refused_by_name()
    {
        using var other = RunningProgram.Start(elsewhere, "sleep", ["300"]);

        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "-p", Number(other.Id))).Expect(6);

        Assert.Contains($"process {Number(other.Id)} (sleep) does not answer like a .NET process", ended.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_there_is_not_written_over()
    {
        using var loop = await LoopAsync();
        sandbox.Write("kept.nettrace", "mine");

        var ended = (await Asyncload.RunAsync(sandbox, "analyze", "-p", Number(loop.Id), "--duration", "1s", "--keep", "kept.nettrace")).Expect(10);

        Assert.Contains("kept.nettrace", ended.Error, StringComparison.Ordinal);
        Assert.Equal("mine", await File.ReadAllTextAsync(sandbox.At("kept.nettrace"), TestContext.Current.CancellationToken));
    }

    // In a sandbox of its own, so that what asyncload leaves behind can be told from it.
    private Task<RunningProgram> LoopAsync() => LoopAsync(Repository.LiveLoop);

    private async Task<RunningProgram> LoopAsync(string assembly)
    {
        var loop = RunningProgram.Start(elsewhere, Repository.Muxer, [assembly]);
        await Until.HoldsAsync(() => Directory.EnumerateFileSystemEntries(elsewhere.Temporary, $"dotnet-diagnostic-{Number(loop.Id)}-*-socket").Any(), "the loop runs");
        return loop;
    }

    // From other sources: its PDB is signed otherwise.
    // Changes the image from the signature on, which the path of the PDB follows.
    private static void Edit(string assembly, Action<byte[], int> change)
    {
        var image = File.ReadAllBytes(assembly);
        using var reader = new PEReader(new MemoryStream(image));
        var signature = reader.ReadCodeViewDebugDirectoryData(reader.ReadDebugDirectory().First(entry => entry.Type == DebugDirectoryEntryType.CodeView)).Guid;
        change(image, image.AsSpan().IndexOf(signature.ToByteArray()));
        // Replaced and not written into, since a running process may have it mapped.
        File.Delete(assembly);
        File.WriteAllBytes(assembly, image);
    }

    private static JsonElement Advice(EndedProgram ended)
    {
        using var digest = JsonDocument.Parse(ended.Expect(0).Output);
        return digest.RootElement.GetProperty("advice").Clone();
    }

    private static string Number(int value) => value.ToString(CultureInfo.InvariantCulture);
}
