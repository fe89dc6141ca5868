using AsyncLoad.Assurance;
using Xunit;

namespace AsyncLoad.Tests.Docs;

public sealed class FaultTableFillTests : IDisposable
{
    private const string Document = """
        | # | Fault | What | Tests |
        |---|---|---|---|
        | 1 | a | b | old |
        | 2 | c | d | |

        <!-- TESTS: written by .ci/reliability -->
        old
        <!-- END TESTS -->
        after
        """;

    private readonly string file = Path.GetTempFileName();

    public void Dispose() => File.Delete(file);

    [Fact]
    public void Counts_and_names_of_tests_that_ran_take_the_place_of_the_old_ones()
    {
        TestedFault[] tests = [new(1, "Tests.B.Two", "Pass", null), new(1, "Tests.A.One", "Skip", "no root"), new(1, "Tests.B.Two", "Fail", null)];

        var (text, without) = FaultTable.Fill(Document, tests, new DateTime(2026, 3, 4, 0, 0, 0, DateTimeKind.Utc));

        Assert.Equal([2], without);
        Assert.Equal("""
            | # | Fault | What | Tests |
            |---|---|---|---|
            | 1 | a | b | 1 passed, 1 failed, 1 skipped |
            | 2 | c | d |  |

            <!-- TESTS: written by .ci/reliability -->

            Run on 2026-03-04.

            1:

            - `Tests.A.One`: 1 skipped (no root)
            - `Tests.B.Two`: 1 passed, 1 failed

            2:


            <!-- END TESTS -->
            after
            """, text);
    }

    [Fact]
    public void Tests_are_read_from_what_the_runner_wrote()
    {
        File.WriteAllText(file, """
            <assemblies><assembly><collection>
              <test name="A.One" type="AsyncLoad.Tests.A" method="One" result="Skip"><reason>no root</reason>
                <traits><trait name="fault" value="3" /><trait name="fault" value="17" /><trait name="other" value="x" /></traits></test>
              <test name="A.Two" type="AsyncLoad.Tests.A" method="Two" result="Pass" />
            </collection></assembly></assemblies>
            """);

        Assert.Equal([new TestedFault(3, "Tests.A.One", "Skip", "no root"), new TestedFault(17, "Tests.A.One", "Skip", "no root")], TestedFault.ReadAll(file));
    }

    [Fact]
    public void A_document_without_a_place_for_tests_is_refused() =>
        Assert.Contains("no place for tests", Assert.Throws<FormatException>(() => FaultTable.Fill("", [], default)).Message, StringComparison.Ordinal);
}
