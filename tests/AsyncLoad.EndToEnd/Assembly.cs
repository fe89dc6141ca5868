using AsyncLoad.EndToEnd;
using Xunit;
using Xunit.v3;

// Each test tells its own processes and files from those of others, and asserts on nothing that another one changes. Those that do are Alone. Tests mostly wait for
// processes that measure in turn, so three of them keep a core busy.
[assembly: Parallelization(MaxThreads = 6)]
[assembly: TestCollectionOrderer(typeof(LongestFirst))]
