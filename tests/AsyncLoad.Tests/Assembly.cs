using Xunit;

// FsCheck prints a line for each property that holds. A test that fails shows what it has printed.
[assembly: CaptureConsole]
