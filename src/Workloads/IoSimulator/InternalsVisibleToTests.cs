using System.Runtime.CompilerServices;

// The wheel and the queue are tested by themselves, without a clock.
[assembly: InternalsVisibleTo("AsyncLoad.Tests")]
