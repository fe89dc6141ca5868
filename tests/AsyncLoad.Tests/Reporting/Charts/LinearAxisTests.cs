using AsyncLoad.Analysis;
using AsyncLoad.Reporting.Charts;
using AsyncLoad.Reporting.Document;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Reporting.Charts;

public sealed class LinearAxisTests
{
    private static readonly Arbitrary<LinearAxis> Axes = (
        from exponent in Gen.Choose(-60, 20)
        from mantissa in Gen.Choose(1_000, 9_999)
        from upright in Gen.Elements(true, false)
        from length in Gen.Choose(upright ? 100 : 280, 900)
        select Axis(mantissa * Math.Pow(10, exponent / 10.0), length, upright)).ToArbitrary();

    [Fact]
    public void Ticks_begin_at_0_and_stay_on_the_axis() => Holds(axis =>
    {
        Assert.Equal(0, axis.Ticks()[0]);
        Assert.All(axis.Ticks(), tick => Assert.InRange(tick, 0, axis.High * (1 + 1e-9)));
    });

    [Fact]
    public void Ticks_are_1_2_or_5_times_a_power_of_ten_apart() => Holds(axis =>
    {
        var ticks = axis.Ticks();
        var step = ticks[1];
        var mantissa = step / Math.Pow(10, Math.Floor(Math.Log10(step) + 1e-9));
        Assert.Contains(new[] { 1.0, 2, 5 }, nice => Math.Abs(mantissa - nice) < 1e-6);
        Assert.All(ticks.Index(), tick => Assert.Equal(tick.Index * step, tick.Item, step * 1e-9));
    });

    [Fact]
    public void Labels_never_touch_and_no_two_are_alike() => Holds(axis =>
    {
        var ticks = axis.Ticks();
        Assert.All(ticks.Zip(ticks.Skip(1)), pair => Assert.True(
            Math.Abs(axis.Position(pair.Second) - axis.Position(pair.First)) >= 8 + (axis.Upright ? 12 : (Width(pair.First) + Width(pair.Second)) / 2)));
        Assert.Equal(ticks.Count, ticks.Select(Figures.Tick).Distinct().Count());
    });

    [Fact]
    public void Half_of_the_axis_and_more_is_labelled_where_a_label_is_short() => Holds(axis =>
    {
        if (Width(axis.High) < 60) Assert.True(axis.Ticks()[^1] >= axis.High / 2.5 - 1e-9);
    });

    [Theory]
    [InlineData(0)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void Nothing_to_show_is_an_axis_up_to_1(double largest) => Assert.Equal(1, LinearAxis.UpTo(largest, 0, 100).High);

    private static void Holds(Action<LinearAxis> property) => Check.One(Config.QuickThrowOnFailure.WithMaxTest(500).WithReplay(20_261_122, 7), Prop.ForAll(Axes, property));

    private static LinearAxis Axis(double high, int length, bool upright) =>
        upright ? LinearAxis.UpTo(high, length, 0) with { Upright = true } : LinearAxis.UpTo(high, 60, 60 + length);

    private static double Width(double tick) => ChartText.Width(Figures.Tick(tick), 12);
}
