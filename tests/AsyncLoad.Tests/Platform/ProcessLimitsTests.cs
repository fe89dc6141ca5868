using AsyncLoad.Harness.Platform;
using Xunit;

namespace AsyncLoad.Tests.Platform;

[Fault(12)]
public sealed class ProcessLimitsTests
{
    private static readonly string[] Limits =
    [
        "Limit                     Soft Limit           Hard Limit           Units     ",
        "Max processes             1000                 96365                processes ",
        "Max open files            1024                 524288               files     ",
    ];

    [Theory]
    [InlineData(872, null)]
    [InlineData(873, "this user may have only 1000 processes and threads at once, of which 127 are free, and asyncload needs 128: raise the limit (ulimit -u), or end other processes")]
    [InlineData(1001, "this user may have only 1000 processes and threads at once, of which 0 are free, and asyncload needs 128: raise the limit (ulimit -u), or end other processes")]
    public void Threads_that_are_there_already_count(long threads, string? refusal) => Assert.Equal(refusal, ProcessLimits.Refusal(Limits, () => threads));

    [Theory]
    [InlineData("Max open files            255                  524288               files", "only 255 files may be open at once, and asyncload needs 256: raise the limit (ulimit -n 256)")]
    [InlineData("Max open files            256                  524288               files", null)]
    [InlineData("Max open files            unlimited            unlimited            files", null)]
    [InlineData("Max address space         7999999999           unlimited            bytes", "processes may have only 8.00 GB of addresses, and asyncload needs 8 GB: remove the limit (ulimit -v unlimited)")]
    [InlineData("Max address space         4096000000           unlimited            bytes", "processes may have only 4.10 GB of addresses, and asyncload needs 8 GB: remove the limit (ulimit -v unlimited)")]
    [InlineData("Max address space         8000000000           unlimited            bytes", null)]
    [InlineData("Max address space         unlimited            unlimited            bytes", null)]
    [InlineData("", null)]
    public void The_limit_in_force_is_what_counts(string line, string? refusal) => Assert.Equal(refusal, ProcessLimits.Refusal([line], () => 0));

    [Fact]
    public void A_user_whom_no_limit_binds_may_have_more() => Assert.Null(ProcessLimits.Refusal(Limits, threads: null));
}
