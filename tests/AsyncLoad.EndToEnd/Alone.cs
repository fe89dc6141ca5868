using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Tests of this collection run when no other does, since the machine's load changes what they see: when code is warm, how many operations fit into a slice, or whether a process that prints as fast as it can answers before its deadline.</summary>
[CollectionDefinition(DisableParallelization = true)]
public sealed class Alone;
