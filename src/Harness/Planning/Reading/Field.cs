using System.Globalization;

namespace AsyncLoad.Harness.Planning.Reading;

/// <summary>A member that is a value of a record of settings.</summary>
/// <param name="Member">The member.</param>
/// <param name="Value">Its value in a record; null for none.</param>
/// <param name="Read">A record with the value that an object has, if any.</param>
/// <param name="Copy">The second record with the value that the first has, if any.</param>
internal sealed record Field<TRecord>(Member Member, Func<TRecord, object?> Value, Func<ObjectReader, TRecord, TRecord> Read, Func<TRecord, TRecord, TRecord> Copy)
{
    /// <summary>What stands before the value in a derived name; null for nothing.</summary>
    public string? Word { get; init; } = Member.Name;

    /// <summary>The field of a member, by how its value is read and set.</summary>
    public static Field<TRecord> Of<T>(Member<T> member, Func<TRecord, T?> get, Func<TRecord, T, TRecord> set)
        where T : struct => new(
            member,
            record => get(record),
            (members, record) => members.Read(member) is { } value ? set(record, value) : record,
            (from, record) => get(from) is { } value ? set(record, value) : record);

    /// <summary>The value as names write it; null for none.</summary>
    public string? Text(TRecord record) => Convert.ToString(Value(record), CultureInfo.InvariantCulture) is { Length: > 0 } text ? text : null;
}
