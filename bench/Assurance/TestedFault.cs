using System.Globalization;
using System.Xml.Linq;

namespace AsyncLoad.Assurance;

/// <summary>A test that ran and says which fault it provokes.</summary>
/// <param name="Row">Number of the fault.</param>
/// <param name="Name">Class and method, without the first word of the namespace.</param>
/// <param name="Result">What the runner calls its result: Pass, Fail, Skip or NotRun.</param>
/// <param name="Reason">Why it was skipped; null when it was not.</param>
internal sealed record TestedFault(int Row, string Name, string Result, string? Reason)
{
    private const string Trait = "fault";
    private const string Prefix = "AsyncLoad.";

    /// <summary>Those of a file that a test program wrote with <c>--report-xunit-xml</c>.</summary>
    public static IReadOnlyList<TestedFault> ReadAll(string file) =>
    [
        .. from test in XDocument.Load(file).Descendants("test")
           from trait in test.Descendants("trait")
           where (string?)trait.Attribute("name") == Trait
           select new TestedFault(
               int.Parse(Text(trait, "value"), CultureInfo.InvariantCulture),
               $"{Text(test, "type")[Prefix.Length..]}.{Text(test, "method")}",
               Text(test, "result"),
               (string?)test.Element("reason")),
    ];

    private static string Text(XElement element, string attribute) =>
        (string?)element.Attribute(attribute) ?? throw new FormatException($"a {element.Name} without {attribute}: is this a file of --report-xunit-xml?");
}
