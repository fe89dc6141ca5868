using Xunit;

namespace AsyncLoad.EndToEnd.Advice;

/// <summary>
/// The advisor against a service whose answers are known. <c>bench/Calibration -- advice</c> asks the same of twenty runs.
/// </summary>
public class AdviceProofTests(AdvisedServices services) : IClassFixture<AdvisedServices>
{
    // Intervals must cover in 90 % of all cases, and are made to in 95 %. Of 32 that each miss once in ten, ten or more miss in one run of a thousand.
    private const int Intervals = 32;
    private const int MostMisses = 9;

    // And of 28, nine or more.
    private const int Predictions = 28;
    private const int MostWrongPredictions = 8;

    [Fact]
    public void Nothing_was_lost_on_the_way() => Assert.All(
        [services.Planted, services.Remedied],
        run => Assert.Equal(new PrintedState(false, null, 0), run.Digest.State));

    [Fact]
    public void Every_planted_method_is_named_with_what_it_does() =>
        AssertNone(services.Planted.Planted.Where(method => method.Advice is null));

    [Fact]
    public void Every_advice_is_worth_what_it_should_be() =>
        AssertNone(services.Planted.Planted.Where(method => !method.IsWeighedRight));

    [Fact]
    public void Nothing_else_is_named() => AssertNone(services.Planted.False);

    [Fact]
    public void Intervals_cover_what_the_service_counted()
    {
        var planted = services.Planted.Planted;

        Assert.Equal(Intervals, planted.Count);
        Assert.InRange(planted.Count(method => !method.IsCovered), 0, MostMisses);
    }

    [Fact]
    public void Methods_whose_advice_was_taken_are_named_no_more_and_the_others_as_before()
    {
        AssertNone(services.Remedied.False);
        Assert.NotEmpty(services.Remedied.Planted);
        AssertNone(services.Remedied.Planted.Where(method => method.Advice is null));
    }

    [Fact]
    public void Remedies_remove_what_was_predicted_of_each_method()
    {
        var remedied = Remedied().ToList();

        Assert.Equal(Predictions, remedied.Count);
        var wrong = remedied.Where(pair => !IsWithin(pair.Planted.Row.Bytes - (pair.Planted.Row.Calls * pair.BytesPerCallNow), [pair.Planted])).Select(pair => pair.Planted);
        Assert.True(wrong.Count() <= MostWrongPredictions, string.Join('\n', wrong));
    }

    [Fact]
    public void Remedies_remove_from_the_process_what_was_predicted_of_all()
    {
        var (before, after) = (services.Planted.Truth, services.Remedied.Truth);
        var removed = before.AllocatedBytes - ((double)after.AllocatedBytes / after.Rounds * before.Rounds);

        Assert.True(IsWithin(removed, [.. Remedied().Select(pair => pair.Planted)]), FormattableString.Invariant($"{removed} B"));
    }

    // Planted methods for which there is a remedy, and what a call of theirs allocates with it.
    private IEnumerable<(PlantedMethod Planted, long BytesPerCallNow)> Remedied() =>
        from pair in services.Planted.Truth.Rows.Zip(services.Remedied.Truth.Rows)
        where !pair.First.IsBait && pair.Second.IsBait
        select (services.Planted.Planted.Single(planted => planted.Row == pair.First), pair.Second.BytesPerCall);

    private bool IsWithin(double bytes, IReadOnlyList<PlantedMethod> methods) =>
        bytes >= methods.Sum(method => Predicted(method.Advice?.Removable?.Low)) && bytes <= methods.Sum(method => Predicted(method.Advice?.Removable?.High));

    private static void AssertNone(IEnumerable<object> offences) => Assert.Equal("", string.Join('\n', offences));

    private double Predicted(double? bytesPerSecond) => (bytesPerSecond ?? 0) * services.Planted.Advice.Seconds;
}
