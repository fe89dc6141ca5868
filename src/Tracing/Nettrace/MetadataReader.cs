namespace AsyncLoad.Tracing.Nettrace;

/// <summary>Reads what a trace says of one kind of event.</summary>
internal static class MetadataReader
{
    private const int DeepestNesting = 16;
    private const int ArrayCode = 19;
    private const byte FieldsTag = 2;

    /// <summary>Reads the payload of a metadata blob.</summary>
    /// <returns>The number by which events name their kind, and the kind.</returns>
    /// <exception cref="InvalidDataException">The payload ends early.</exception>
    public static (int Id, EventKind Kind) Read(ReadOnlySpan<byte> payload)
    {
        var told = new PayloadReader(payload);
        var id = told.Int32();
        var provider = told.Text();
        var number = told.Int32();
        var name = told.Text();
        told.Skip(sizeof(long)); // its keywords
        var version = told.Int32();
        told.Skip(sizeof(int)); // its level
        return (id, new EventKind(provider, number, version, name, Fields(payload[^told.Left..])));
    }

    // An unknown way to describe fields leaves the event without them: events of the runtime have none either.
    private static List<EventField> Fields(ReadOnlySpan<byte> description)
    {
        try
        {
            var told = new PayloadReader(description);
            var fields = description.IsEmpty ? [] : PlainFields(ref told, 0);
            while (told.Left > 0)
            {
                var (length, tag) = (told.Int32(), told.Byte());
                var content = description[^told.Left..];
                told.Skip(length);
                if (tag == FieldsTag) fields = SizedFields(content[..length]);
            }

            return fields;
        }
        catch (InvalidDataException)
        {
            return [];
        }
    }

    private static List<EventField> PlainFields(ref PayloadReader told, int depth)
    {
        if (depth > DeepestNesting) throw new InvalidDataException($"fields are nested more than {DeepestNesting} deep");
        var fields = new List<EventField>();
        for (var left = told.Int32(); left > 0; left--)
        {
            var type = told.Int32();
            if (type == (int)TypeCode.Object) PlainFields(ref told, depth + 1);
            fields.Add(new EventField(told.Text(), (TypeCode)type));
        }

        return fields;
    }

    // Each field states its size, so the content of arrays and structures need not be known.
    private static List<EventField> SizedFields(ReadOnlySpan<byte> content)
    {
        var told = new PayloadReader(content);
        var fields = new List<EventField>();
        for (var left = told.Int32(); left > 0; left--)
        {
            var size = unchecked(told.Int32() - sizeof(int)); // it counts itself
            var field = new PayloadReader(content[^told.Left..]);
            told.Skip(size);
            var (name, type) = (field.Text(), field.Int32());
            fields.Add(new EventField(name, type == ArrayCode ? TypeCode.Object : (TypeCode)type));
        }

        return fields;
    }
}
