namespace AsyncLoad.Workloads.ShortChain;

/// <summary>What the chain makes anew each call: 24 B, the smallest object there is.</summary>
internal sealed class FooBar;
