using System.Globalization;
using System.Text.RegularExpressions;
using AsyncLoad.Model.Units;
using FsCheck;
using FsCheck.Fluent;
using Xunit;

namespace AsyncLoad.Tests.Model;

/// <summary>That what is measured is told in decimal units, by one type.</summary>
public partial class MeasuredSizeTests
{
    private const string TheOne = "src/Model/Units/MeasuredSize.cs";

    private static readonly Dictionary<string, double> Units = new(StringComparer.Ordinal) { ["B"] = 1, ["kB"] = 1e3, ["MB"] = 1e6, ["GB"] = 1e9 };

    // A binary unit would be off by 2.4 % and more.
    [Fact]
    public void What_is_told_is_the_size_to_three_digits_of_a_decimal_unit() =>
        Prop.ForAll(Gen.Choose(0, 1_200).Select(tenths => Math.Pow(10, tenths / 100.0)).ToArbitrary(), bytes =>
        {
            var told = new MeasuredSize(bytes).ToString().Split(' ');
            var read = double.Parse(told[0], NumberStyles.Number, CultureInfo.InvariantCulture) * Units[told[1]];
            return Math.Abs(read - bytes) <= Math.Max(0.005 * bytes, 0.5);
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_place_on_an_axis_of_sizes_reads_back_near_itself() =>
        Prop.ForAll(Gen.Choose(0, 1_200).Select(tenths => Math.Pow(10, tenths / 100.0)).ToArbitrary(), bytes =>
            ByteSize.TryParse(ByteSize.Rounded(bytes), out var size) && Math.Abs(size.Bytes - bytes) <= Math.Max(0.005 * bytes, 1)).QuickCheckThrowOnFailure();

    [Theory]
    [InlineData(0, "0MB")]
    [InlineData(200 << 20, "200MB")]
    [InlineData(1.5 * (1 << 30), "1.5GB")]
    [InlineData(129_394_278.4, "123MB")]
    public void A_place_on_an_axis_of_sizes_is_written_as_profiles_write_it(double bytes, string expected) => Assert.Equal(expected, ByteSize.Rounded(bytes));

    // A figure with a unit of bytes behind it that something else wrote, perhaps in another unit.
    [Fact]
    public void Nothing_else_writes_a_size()
    {
        Assert.Matches(Figure(), """$"{bytes >> 20:N0} MB" """);
        Assert.Matches(Figure(), """$"{size:0.0}KB" """);
        Assert.DoesNotMatch(Figure(), """$"{new MeasuredSize(bytes)} of {all} MBeans" """);
        Assert.Empty(Repository.Files("*.cs", "src").Where(path => path != TheOne).SelectMany(path => Repository.Lines(path).Where(line => Figure().IsMatch(line)).Select(line => $"{path}: {line.Trim()}")));
    }

    [GeneratedRegex(@"\} ?[kKMG]i?B\b")]
    private static partial Regex Figure();
}
