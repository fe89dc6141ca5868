using Xunit;

// These tests measure, and kill what they started: one at a time.
[assembly: CollectionBehavior(DisableTestParallelization = true)]
