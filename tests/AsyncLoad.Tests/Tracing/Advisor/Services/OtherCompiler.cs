using System.Diagnostics;
using System.Reflection;
using AsyncLoad.Tracing.Metadata;

namespace AsyncLoad.Tests.Tracing.Advisor.Services;

/// <summary>The compilers of F# and Visual Basic, as the SDK of these tests has them.</summary>
internal static class OtherCompiler
{
    private static readonly string Runtime = Path.GetDirectoryName(typeof(object).Assembly.Location)!;

    /// <summary>Compiles one file to <c>Service.dll</c>, with its PDB.</summary>
    public static void Compile(SourceLanguage language, string source, string folder)
    {
        var isFSharp = language == SourceLanguage.FSharp;
        var file = Path.Combine(folder, isFSharp ? "Service.fs" : "Service.vb");
        File.WriteAllText(file, source);
        var references = Directory.EnumerateFiles(Runtime, "System*.dll").Append(Path.Combine(Runtime, "netstandard.dll")).Select(path => "-r:" + path);
        var start = new ProcessStartInfo("dotnet", [.. isFSharp ? FSharp() : VisualBasic(), .. references, (isFSharp ? "--out:" : "-out:") + Path.Combine(folder, "Service.dll"), file]) { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = folder };
#pragma warning disable RS0030 // It ends by itself, and starts nothing.
        using var compiler = Process.Start(start)!;
#pragma warning restore RS0030
        var errors = compiler.StandardError.ReadToEndAsync();
        var told = compiler.StandardOutput.ReadToEnd();
        compiler.WaitForExit();
        if (compiler.ExitCode != 0) throw new InvalidOperationException(told + errors.GetAwaiter().GetResult());
    }

    private static string[] FSharp()
    {
        var folder = Path.Combine(Sdk(), "FSharp");
        return [Path.Combine(folder, "fsc.dll"), "--nologo", "--target:library", "--optimize+", "--debug:portable", "--noframework", "--targetprofile:netcore", "-r:" + Path.Combine(folder, "FSharp.Core.dll")];
    }

    private static string[] VisualBasic() =>
        [Path.Combine(Sdk(), "Roslyn", "bincore", "vbc.dll"), "-nologo", "-t:library", "-optimize+", "-debug:portable", "-sdkpath:" + Runtime, "-vbruntime:" + Path.Combine(Runtime, "Microsoft.VisualBasic.Core.dll"), "-define:_MyType=\"Empty\""];

    // The analyzers lie in it, at Sdks/Microsoft.NET.Sdk/analyzers.
    private static string Sdk() =>
        Path.GetFullPath(Path.Combine(typeof(OtherCompiler).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(data => data.Key == "SdkAnalyzers").Value!, "..", "..", ".."));
}
