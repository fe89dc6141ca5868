using System.Reflection;
using System.Xml;
using AsyncLoad.Harness.Cli.Output;
using AsyncLoad.Reporting.Markup;
using AsyncLoad.Tracing.Files;
using Xunit;

namespace AsyncLoad.Tests;

// Every string counts as a text from outside. What is written for others to read goes through the encoder of its target: a type that nothing else can make, or a writer behind which
// nothing else can write. So that no path leads past them, the compiled calls that could write otherwise are listed with those who may make them.
public partial class ArchitectureTests
{
    private static readonly string[] Writing = ["asyncload", "AsyncLoad.Reporting", "AsyncLoad.Analysis", "AsyncLoad.Tracing", "AsyncLoad.Model"];

    private static readonly (string What, Func<MethodBase, bool> Is, string[] By)[] Outlets =
    [
        ("touches the console: write to Terminal.Output or Terminal.Error", IsConsole, ["Terminal", "Program"]),
        ("writes to the console: only Terminal may", called => IsConsole(called) && called.Name != "OpenStandardInput", ["Terminal"]),
        // Measuring a text shows nothing.
        ("gives Spectre a text: make it by Terminal.Shown", called => OfAssembly(called, "Spectre.Console") && called.Name != "GetCellWidth" && called.GetParameters().Any(IsText), ["Terminal"]),
        ("configures a log: RunLog has the only one", called => called.DeclaringType?.FullName == "Serilog.LoggerConfiguration" && called.IsConstructor, ["RunLog"]),
        ("opens a file for text: reports are written by ReportWriter and OutputFile", OpensText, ["BuildServer", "InitCommand", "OutputFile", "ReportWriter", "WholeFile"]),
        ("writes XML: JUnitReport escapes what it writes", called => called.DeclaringType == typeof(XmlWriter) && called.Name.StartsWith("Write", StringComparison.Ordinal), ["JUnitReport"]),
        ("writes XML as it is", called => called.DeclaringType == typeof(XmlWriter) && called.Name == nameof(XmlWriter.WriteRaw), []),
        ("puts a script or a style sheet into a page", called => called.DeclaringType == typeof(HtmlNode.Constant) && called.IsConstructor, ["HtmlNode", "HtmlPage"]),
        ("gives a build service a command: BuildServer does", called => called.DeclaringType == typeof(Terminal) && called.Name == nameof(Terminal.Command), ["BuildServer"]),
    ];

    // In Reporting a writer leads into a file; in the program it is Terminal's.
    private static readonly string[] WritersOfReports = ["HarmlessWriter", "HtmlNode", "HtmlPage", "HtmlText", "JUnitReport", "MarkdownPage", "OpenMetricsText", "ResultsCsv", "ResultsJson"];

    [Fact]
    public void Nothing_is_written_for_others_past_the_encoder_of_its_target() =>
        AssertNone(Writing.SelectMany(name => Assembly.Load(name).GetTypes()).SelectMany(type => Bypasses(type, CompiledCalls.Outermost(type).Name)));

    [Fact]
    public void Text_of_reports_is_written_by_their_encoders_alone() =>
        AssertNone(typeof(HtmlNode).Assembly.GetTypes().SelectMany(type => BareWrites(type, CompiledCalls.Outermost(type).Name)));

    // Libraries write to the console by themselves, the log's among them.
    [Fact]
    public void The_console_of_the_process_is_the_terminal() =>
        Assert.Empty(new[] { "SetOut", "SetError" }.Except(CompiledCalls.Of(typeof(Terminal)).Where(call => IsConsole(call.To)).Select(call => call.To.Name)));

    [Fact]
    public void The_rules_see_what_leads_past_an_encoder()
    {
        var planted = typeof(ArchitectureTests).Assembly.GetTypes().Where(type => type.FullName!.StartsWith(typeof(Planted).FullName!, StringComparison.Ordinal)).ToList();
        var found = planted.SelectMany(type => Bypasses(type, nameof(Planted)).Concat(BareWrites(type, nameof(Planted)))).ToList();

        Assert.All(Outlets.Select(outlet => outlet.What).Append("writes bare text"), what => Assert.Contains(found, line => line.Contains(what, StringComparison.Ordinal)));
        Assert.Contains(found, line => line.Contains(nameof(Planted.InALambda), StringComparison.Ordinal));
        Assert.DoesNotContain(planted.SelectMany(type => Bypasses(type, "Terminal")), line => line.Contains("console", StringComparison.Ordinal));
    }

    private static IEnumerable<string> Bypasses(Type type, string name) =>
        from call in CompiledCalls.Of(type)
        from outlet in Outlets
        where outlet.Is(call.To) && !outlet.By.Contains(name)
        select $"{type.FullName}.{call.From.Name} {outlet.What} ({call.To.DeclaringType?.Name}.{call.To.Name})";

    private static IEnumerable<string> BareWrites(Type type, string name) =>
        from call in CompiledCalls.Of(type)
        where call.To.Name.StartsWith("Write", StringComparison.Ordinal) && typeof(TextWriter).IsAssignableFrom(call.To.DeclaringType) && !WritersOfReports.Contains(name)
        select $"{type.FullName}.{call.From.Name} writes bare text ({call.To.Name})";

    private static bool OpensText(MethodBase called) =>
        (called.DeclaringType == typeof(StreamWriter) && called.IsConstructor)
        || (called.DeclaringType == typeof(WholeFile) && called.Name == nameof(WholeFile.WriteText))
        || (called.DeclaringType == typeof(File) && (called.Name is nameof(File.CreateText) or nameof(File.AppendText) || (called.Name.Contains("All", StringComparison.Ordinal) && called.Name[0] is 'W' or 'A' && !called.Name.Contains("Bytes", StringComparison.Ordinal))));

    private static bool IsConsole(MethodBase called) => called.DeclaringType?.FullName == "System.Console";

    private static bool OfAssembly(MethodBase called, string name) => called.DeclaringType?.Assembly.GetName().Name == name;

    private static bool IsText(ParameterInfo parameter) => parameter.ParameterType == typeof(string) || parameter.ParameterType == typeof(string[]);

#pragma warning disable RS0030 // What a hurried change could do; nothing calls it.
    private static class Planted
    {
        public static void Speak(string text) => Console.Error.WriteLine(text);

        public static Func<Task> InALambda(string text) => async () => await Console.Out.WriteLineAsync(text);

        public static Spectre.Console.Markup Decorate(string text) => new Spectre.Console.Markup(text);

        public static Serilog.LoggerConfiguration Log() => new Serilog.LoggerConfiguration();

        public static void Keep(string text) => File.AppendAllText("report.md", text);

        public static void Mark(XmlWriter xml, string text) => xml.WriteRaw(text);

        public static HtmlNode.Constant Script(string text) => new HtmlNode.Constant("script", text);

        public static void Tell(Terminal terminal, BuildCommand command) => terminal.Command(command);

        public static void Write(TextWriter writer, string text) => writer.Write(text);
    }
#pragma warning restore RS0030
}
