using System.Globalization;
using System.Xml;
using AsyncLoad.Analysis;
using AsyncLoad.Model.Results;
using AsyncLoad.Reporting.Document;

namespace AsyncLoad.Reporting;

/// <summary>Gates as JUnit test cases, for build servers: failed = failure, inconclusive = skipped, broken = error.</summary>
public static class JUnitReport
{
    /// <summary>Writes one suite with one test case per gate.</summary>
    public static void Write(ReportDocument document, TextWriter writer)
    {
        // A TextWriter's own encoding would be declared, which for a string is UTF-16; the file is UTF-8.
        writer.Write("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
        using (var xml = XmlWriter.Create(writer, new XmlWriterSettings { Indent = true, NewLineChars = "\n", OmitXmlDeclaration = true }))
        {
            xml.WriteStartElement("testsuites");
            Suite(document, xml);
            xml.WriteEndElement();
        }

        writer.Write('\n');
    }

    private static void Suite(ReportDocument document, XmlWriter xml)
    {
        xml.WriteStartElement("testsuite");
        Attribute(xml, "name", $"AsyncLoad {document.Title}");
        Attribute(xml, "tests", Figures.Exact(document.Gates.Count));
        Attribute(xml, "failures", Number(GateState.Failed));
        Attribute(xml, "errors", Number(GateState.Broken));
        Attribute(xml, "skipped", Number(GateState.Inconclusive));
        Time(xml, document.Seconds);
        Attribute(xml, "timestamp", document.Started.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss", CultureInfo.InvariantCulture));
        foreach (var gate in document.Gates) Case(gate, xml);
        xml.WriteEndElement();

        string Number(GateState state) => Figures.Exact(document.Gates.Count(gate => gate.State == state));
    }

    private static void Case(GateRow gate, XmlWriter xml)
    {
        xml.WriteStartElement("testcase");
        Attribute(xml, "classname", gate.Comparison);
        Attribute(xml, "name", gate.Condition);
        Time(xml, gate.Seconds);
        if (Element(gate.State) is { } element)
        {
            xml.WriteStartElement(element);
            Attribute(xml, "message", $"{gate.Value}: {gate.Reason}");
            xml.WriteEndElement();
        }

        xml.WriteEndElement();
    }

    private static string? Element(GateState state) => state switch
    {
        GateState.Passed => null,
        GateState.Failed => "failure",
        GateState.Inconclusive => "skipped",
        _ => "error",
    };

    // To the millisecond; left out where nothing was measured.
    private static void Time(XmlWriter xml, double? seconds)
    {
        if (seconds is { } known) Attribute(xml, "time", known.ToString("F3", CultureInfo.InvariantCulture));
    }

    // What XML 1.0 forbids is a visible escape by then.
    private static void Attribute(XmlWriter xml, string name, string value) => xml.WriteAttributeString(name, VisibleText.Escape(value));
}
