using Xunit;

namespace AsyncLoad.EndToEnd;

/// <summary>Tests of this collection run when no other does, since they assert on what the machine's load changes: when code is warm.</summary>
[CollectionDefinition(DisableParallelization = true)]
public sealed class Alone;
