using AsyncLoad.Reporting;
using AsyncLoad.Reporting.Html;
using AsyncLoad.Reporting.Traces;
using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Digests;

namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Traces that are digested, passed on and reported as <c>analyze</c> does.</summary>
internal abstract class DigestTarget : FuzzTarget
{
    // What it keeps is bounded by its heap, which its process limits; what it lets go of is not counted.
    public override long MostBytes => 4L << 30;

    /// <exception cref="InvalidDataException">The input is refused.</exception>
    protected static TraceDigest Digest(byte[] input)
    {
        var digest = TraceDigester.Digest(new MemoryStream(input), "t.nettrace", AdviceOptions.Default);
        RequireNoLackOfMemory(digest.State.Damage);
        var passed = TraceDigestJson.Read(TraceDigestJson.Write(digest));
        HtmlPage.Write(TraceDocument.From(passed).Page, TextWriter.Null);
        MarkdownPage.Write(TraceDocument.From(passed).Page, TextWriter.Null);
        return digest;
    }

    /// <summary>Fails where a trace was given up for lack of memory: damage is found before it fills the memory.</summary>
    protected static void RequireNoLackOfMemory(string? problem) =>
        Require(problem?.Contains(nameof(OutOfMemoryException), StringComparison.Ordinal) != true && problem?.Contains("Insufficient memory", StringComparison.Ordinal) != true, "a trace was given up for lack of memory");
}
