using System.Text;
using AsyncLoad.Model.Protocol;
using Xunit;

namespace AsyncLoad.Tests.Platform;

/// <summary>Which processes are taken for those that a run has left.</summary>
public sealed class ProcessMarkTests
{
    [Theory]
    [InlineData("ASYNCLOAD_PROCESS=/tmp/a/1|PATH=/bin|", "ASYNCLOAD_PROCESS=/tmp/a/1|", true)]
    [InlineData("PATH=/bin|ASYNCLOAD_PROCESS=/tmp/a/1|", "ASYNCLOAD_PROCESS=/tmp/a/", true)]
    [InlineData("PATH=/bin|ASYNCLOAD_PROCESS=/tmp/a/10|", "ASYNCLOAD_PROCESS=/tmp/a/1|", false)]
    [InlineData("ARGUMENTS=env ASYNCLOAD_PROCESS=/tmp/a/1|", "ASYNCLOAD_PROCESS=/tmp/a/1|", false)]
    [InlineData("MY_ASYNCLOAD_PROCESS=/tmp/a/1|ASYNCLOAD_PROCESS=/tmp/a/1|", "ASYNCLOAD_PROCESS=/tmp/a/1|", true)]
    [InlineData("", "ASYNCLOAD_PROCESS=/tmp/a/1|", false)]
    public void A_mark_counts_where_it_begins_a_variable(string environment, string wanted, bool expected) =>
        Assert.Equal(expected, HostRequest.HasVariable(Bytes(environment), Bytes(wanted)));

    private static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text.Replace('|', '\0'));
}
