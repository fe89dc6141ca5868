namespace AsyncLoad.Tracing.Naming;

/// <summary>A frame of a stack.</summary>
/// <param name="Module">Path of its assembly; null when the trace does not tell.</param>
/// <param name="Type">Full name of the declaring type as the runtime wrote it, such as <c>My.App.Orders+&lt;PriceAsync&gt;d__4</c>; empty for unnamed code.</param>
/// <param name="Method">Name of the method, such as <c>MoveNext</c>; empty for unnamed code.</param>
/// <param name="Signature">Its signature as the runtime wrote it, such as <c>instance void  ()</c>; empty when the trace does not tell.</param>
internal sealed record TracedFrame(string? Module, string Type, string Method, string Signature);
