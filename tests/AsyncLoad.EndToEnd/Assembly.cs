using Xunit.v3;

// Each test tells its own processes and files from those of others, and asserts on nothing that another one on the second core changes. Those that do are Alone.
[assembly: Parallelization(MaxThreads = 2)]
