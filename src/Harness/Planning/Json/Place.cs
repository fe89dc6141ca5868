using System.Globalization;

namespace AsyncLoad.Harness.Planning.Json;

/// <summary>Where a value was written: in a file, or in an argument of the command line.</summary>
/// <param name="Source">The file as the user named it, or the argument, such as <c>--set measure.slices</c>.</param>
/// <param name="Line">Line in the file, from 1; null for an argument.</param>
/// <param name="Column">Column in UTF-16 units, from 1; null for an argument.</param>
internal readonly record struct Place(string Source, int? Line = null, int? Column = null)
{
    /// <summary>Whether it lies in an argument, which a user mends by typing and not by editing.</summary>
    public bool IsArgument => Line is null;

    /// <summary><c>file:line:column</c>, or the argument.</summary>
    public override string ToString() =>
        IsArgument ? Source : string.Create(CultureInfo.InvariantCulture, $"{Source}:{Line}:{Column}");
}
