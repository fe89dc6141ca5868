using System.Globalization;
using System.Reflection;

namespace AsyncLoad.Model.Protocol;

/// <summary>
/// Records as fields of a message, and back: one field for each parameter of the constructor, so that a new member needs no further code. For messages
/// that are sent once, before or after measuring: it uses reflection, which is precompiled in the runtime, unlike a serializer (docs/evidence/adr/0001).
/// </summary>
internal static class RecordMessage
{
    /// <summary>Adds a record, a list, a map or a single value; null is left out. A record has the name of its type, since it may be one case of a union.</summary>
    public static MessageLine WithRecord(this MessageLine line, string name, object? value)
    {
        switch (value)
        {
            case null:
                return line;
            case IReadOnlyDictionary<string, string> map:
                return line.With(name, map.Count).WithAll($"{name}.", map);
            case IReadOnlyList<long> numbers:
                return line.With(name, string.Join(',', numbers.Select(number => number.ToString(CultureInfo.InvariantCulture))));
            case IReadOnlyList<object> items:
                line.With(name, items.Count);
                for (var index = 0; index < items.Count; index++) line.WithRecord(Item(name, index), items[index]);
                return line;
            case IConvertible:
                return line.With(name, Convert.ToString(value, CultureInfo.InvariantCulture));
            case ValueType unit:
                // A unit is its number.
                return line.WithRecord(name, Members(unit.GetType())[0].Of(unit));
            default:
                line.With(name, value.GetType().Name);
                foreach (var member in Members(value.GetType())) line.WithRecord($"{name}.{member.Name}", member.Of(value));
                return line;
        }
    }

    /// <summary>The record that <see cref="WithRecord"/> added; null when it was null.</summary>
    /// <exception cref="FormatException">A required member is missing, or a member cannot be read.</exception>
    public static T? ReadRecord<T>(this MessageFields fields, string name)
        where T : class => (T?)Value(fields, name, typeof(T));

    private static object? Value(MessageFields fields, string name, Type type)
    {
        if (fields.TextOrNull(name) is not { } text) return null;
        if (type == typeof(IReadOnlyDictionary<string, string>)) return fields.All($"{name}.");
        if (type == typeof(IReadOnlyList<long>)) return text.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(number => Scalar(number, typeof(long))).Cast<long>().ToArray();
        if (type == typeof(string) || type.IsValueType) return Scalar(text, type);
        return type.IsGenericType ? List(fields, name, type.GetGenericArguments()[0]) : Record(fields, name, Case(type, text));
    }

    private static object Scalar(string text, Type type) =>
        type.IsEnum ? Enum.Parse(type, text)
        : type.IsPrimitive || type == typeof(string) ? Convert.ChangeType(text, type, CultureInfo.InvariantCulture)
        : Constructor(type).Invoke([Scalar(text, Members(type)[0].Type)]);

    private static Array List(MessageFields fields, string name, Type type)
    {
        var items = Array.CreateInstance(type, fields.Number(name));
        for (var index = 0; index < items.Length; index++) items.SetValue(Value(fields, Item(name, index), type), index);
        return items;
    }

    private static object Record(MessageFields fields, string name, Type type) => Constructor(type).Invoke([.. Members(type).Select(member =>
        Value(fields, $"{name}.{member.Name}", member.Type)
        ?? (member.MayBeNull ? null : throw new FormatException($"the message '{fields.Verb}' lacks '{name}.{member.Name}'")))]);

    private static Type Case(Type type, string name) =>
        type.Name == name ? type : type.GetNestedType(name) ?? throw new FormatException($"'{name}' is not a {type.Name}");

    private static ConstructorInfo Constructor(Type type) => type.GetConstructors()[0];

    private static RecordMember[] Members(Type type) => [.. Constructor(type).GetParameters().Select(parameter => new RecordMember(type, parameter))];

    private static string Item(string name, int index) => string.Create(CultureInfo.InvariantCulture, $"{name}.{index}");

    private readonly struct RecordMember(Type record, ParameterInfo parameter)
    {
        public string Name => parameter.Name!;

        public Type Type => parameter.ParameterType;

        public bool MayBeNull => new NullabilityInfoContext().Create(parameter).ReadState == NullabilityState.Nullable;

        public object? Of(object value) => record.GetProperty(Name)!.GetValue(value);
    }
}
