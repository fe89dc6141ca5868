using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using AsyncLoad.Host.Plugins.Attributes;
using AsyncLoad.Model.Catalogues;

namespace AsyncLoad.Host.Plugins.Benchmarks;

/// <summary>A property or field with <c>[Params]</c>, <c>[ParamsSource]</c> or <c>[ParamsAllValues]</c>.</summary>
/// <param name="Turn">Its place in BenchmarkDotNet's order of setting them: a source or a set accessor may look at others.</param>
internal sealed record ParameterMember(string Name, IReadOnlyList<string> Texts, int Turn, Action<object, string> Set)
{
    private const BindingFlags Everything = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;

    // In the order in which BenchmarkDotNet sets their members.
    private static readonly string[] Attributes = [BenchmarkAttributes.Params, BenchmarkAttributes.ParamsSource, BenchmarkAttributes.ParamsAllValues];

    /// <summary>All of a class, those of its base classes first.</summary>
    /// <exception cref="PluginRefusedException">One of them cannot be set, or has no values.</exception>
    public static IReadOnlyList<ParameterMember> Of(Type type) =>
    [
        .. type.GetMembers(Everything)
            .Where(member => member is PropertyInfo or FieldInfo)
            .Select(member => (Member: member, Source: SourceOf(type, member)))
            .Where(entry => entry.Source is not null)
            .OrderBy(entry => Array.FindIndex(Attributes, name => AttributeReader.Has(entry.Member, name)))
            .ThenBy(entry => entry.Member is PropertyInfo)
            .Select((entry, turn) => (entry.Member, Source: entry.Source!, Turn: turn))
            .OrderBy(entry => HidingMember.Depth(entry.Member.DeclaringType))
            .ThenBy(entry => entry.Member.MetadataToken)
            .Select(entry => Read(type, entry.Member, entry.Source, entry.Turn)),
    ];

    private static ValueSource? SourceOf(Type type, MemberInfo member)
    {
        if (Attributes.Where(name => AttributeReader.Has(member, name)).Select(BenchmarkAttributes.Written).ToList() is [var one, var other, ..])
            throw new PluginRefusedException($"{member.Name} has both {one} and {other}: leave one of them");
        if (AttributeReader.Find(member, BenchmarkAttributes.Params) is { } values) return ValueSource.Of(values.Listed);
        if (AttributeReader.Find(member, BenchmarkAttributes.ParamsSource) is { } source) return ValueSource.Named(type, source).For(TypeOf(member));
        return AttributeReader.Has(member, BenchmarkAttributes.ParamsAllValues) ? ValueSource.AllOf(TypeOf(member)) : null;
    }

    private static ParameterMember Read(Type type, MemberInfo member, ValueSource source, int turn)
    {
        if (HidingMember.Of(type, member) is { } hiding)
            throw new PluginRefusedException($"{HidingMember.Name(member)} is hidden by {HidingMember.Name(hiding)}: give one of them another name");
        if (IsStatic(member) && member.DeclaringType != type)
        {
            throw new PluginRefusedException(
                $"{member.Name} is a static member of the base class {CSharpTypeName.Of(member.DeclaringType!)}, which BenchmarkDotNet does not set: make it an instance member");
        }

        if (IsInitOnly(member)) throw new PluginRefusedException($"{member.Name} can only be set by an initializer: give it a public set accessor instead of init");
        if (!IsSettable(member)) throw new PluginRefusedException($"{member.Name} cannot be set: make it public and writable");
        var found = Sets(null);
        foreach (var set in found) Converted(member, set[0]);
        var choices = new Choices(found, Sets);
        return new ParameterMember(member.Name, choices.Texts, turn, (instance, text) =>
        {
            var value = choices.Find(text, instance) ?? throw new PluginRefusedException($"{member.Name} has no value '{text}'");
            Assign(member, instance, Converted(member, value[0]));
        });

        List<object?[]> Sets(object? instance) => [.. source.Values(instance).Select(value => new[] { value })];
    }

    private static bool IsSettable(MemberInfo member) => member switch
    {
        PropertyInfo { SetMethod.IsPublic: true } => true,
        FieldInfo { IsPublic: true, IsInitOnly: false, IsLiteral: false } => true,
        _ => false,
    };

    private static bool IsStatic(MemberInfo member) => member is FieldInfo { IsStatic: true } or PropertyInfo { SetMethod.IsStatic: true };

    private static bool IsInitOnly(MemberInfo member) =>
        member is PropertyInfo { SetMethod: { } setter } && setter.ReturnParameter.GetRequiredCustomModifiers().Any(modifier => modifier.FullName == typeof(IsExternalInit).FullName);

    private static object? Converted(MemberInfo member, object? value)
    {
        try
        {
            return ArgumentConversion.To(TypeOf(member), value);
        }
        catch (PluginRefusedException exception)
        {
            throw new PluginRefusedException($"{member.Name} cannot be set: {exception.Message}");
        }
    }

    private static void Assign(MemberInfo member, object instance, object? value)
    {
        if (member is PropertyInfo property) property.SetValue(instance, value, BindingFlags.DoNotWrapExceptions, null, null, CultureInfo.InvariantCulture);
        else ((FieldInfo)member).SetValue(instance, value);
    }

    private static Type TypeOf(MemberInfo member) => member is PropertyInfo property ? property.PropertyType : ((FieldInfo)member).FieldType;
}

/// <summary>What a method with parameters is called with, from <c>[Arguments]</c> and <c>[ArgumentsSource]</c>.</summary>
/// <param name="Texts">Each set as text, in their order.</param>
/// <param name="Values">Makes the values of the set of a text for an instance.</param>
internal sealed record ArgumentSets(IReadOnlyList<string> Names, IReadOnlyList<string> Texts, Func<string, object, object?[]> Values)
{
    /// <summary>Those of a method; null where it takes nothing.</summary>
    /// <exception cref="PluginRefusedException">It takes parameters and has no values for them, or values that do not fit.</exception>
    public static ArgumentSets? Of(Type type, MethodInfo method)
    {
        var parameters = method.GetParameters();
        if (parameters.Length == 0) return null;
        var written = AttributeReader.AllInherited(method, BenchmarkAttributes.Arguments).Select(attribute => attribute.Listed.ToArray()).ToList();
        var source = AttributeReader.Find(method, BenchmarkAttributes.ArgumentsSource) is { } attribute ? ValueSource.Named(type, attribute) : null;
        // BenchmarkDotNet adds the [Arguments] of an overridden method, but not its [ArgumentsSource].
        if (source is null && !AttributeReader.Has(method, BenchmarkAttributes.Arguments)) throw new PluginRefusedException("it takes parameters and has neither [Arguments] nor [ArgumentsSource]: add one of them");
        var choices = new Choices(Sets(null), Sets);
        return new ArgumentSets(
            [.. parameters.Select(parameter => parameter.Name ?? "argument")],
            choices.Texts,
            (text, instance) => choices.Find(text, instance) ?? throw new PluginRefusedException($"{method.Name} is not called with '{text}', only with {string.Join("; ", choices.Texts)}"));

        List<object?[]> Sets(object? instance) =>
        [
            .. written
                .Select(ValueSource.Copies)
                .Concat((source?.Values(instance) ?? []).Select(value => value is object?[] several && !TakesWhole(parameters, several) ? several : [value]))
                .Select(set => Converted(set, parameters)),
        ];
    }

    // A method with one parameter may take an array as a whole, and a string[] is an object[] too. An array with exactly one matching value stands for that value.
    private static bool TakesWhole(ParameterInfo[] parameters, object?[] several) =>
        parameters is [{ ParameterType: var only }] && only.IsInstanceOfType(several) && !(several is [{ } one] && one.GetType() == only);

    private static object?[] Converted(object?[] values, ParameterInfo[] parameters)
    {
        if (values.Length != parameters.Length)
            throw new PluginRefusedException(FormattableString.Invariant($"it takes {parameters.Length} parameters and is given {values.Length}"));
        return [.. values.Zip(parameters, (value, parameter) => ArgumentConversion.To(parameter.ParameterType, value))];
    }
}

/// <summary>Values that are written in an attribute or come from a member of the class. A member is asked again for each instance, so that workers do not share what it makes.</summary>
/// <param name="enumerate">Their list for an instance, or for a new one where that is null.</param>
internal sealed class ValueSource(Func<object?, IEnumerable<object?>> enumerate)
{
    private const int Most = 1_000;

    private const BindingFlags Anywhere =
        BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance | BindingFlags.FlattenHierarchy;

    /// <summary>All values, made again by each call.</summary>
    /// <exception cref="PluginRefusedException">There are none, or more than a thousand.</exception>
    public IReadOnlyList<object?> Values(object? instance)
    {
        var values = enumerate(instance).Take(Most + 1).ToList();
        if (values.Count == 0) throw new PluginRefusedException("its source gives no value");
        return values.Count <= Most ? values : throw new PluginRefusedException($"there are more than {Most.ToString("N0", CultureInfo.InvariantCulture)} values, which is too many to measure");
    }

    /// <summary>Values that are written in an attribute.</summary>
    public static ValueSource Of(IReadOnlyList<object?> values) => new(_ => Copies(values));

    /// <summary>Values of an attribute, with copied arrays: methods may write into them, and instances must not see what others wrote.</summary>
    public static object?[] Copies(IEnumerable<object?> values) => [.. values.Select(value => value is Array array ? array.Clone() : value)];

    /// <summary>Every value of a type that has few: <c>bool</c>, an enum, and null before them where it is nullable.</summary>
    /// <exception cref="PluginRefusedException">It is another type.</exception>
    public static ValueSource AllOf(Type type)
    {
        var plain = Nullable.GetUnderlyingType(type) ?? type;
        object?[] values = plain == typeof(bool) ? [false, true]
            : plain.IsEnum && !plain.IsDefined(typeof(FlagsAttribute), inherit: false) ? [.. Enum.GetValues(plain).Cast<object>()]
            : throw new PluginRefusedException($"[ParamsAllValues] takes bool and enums without [Flags], not {CSharpTypeName.Of(type)}");
        return Of(plain == type ? values : [null, .. values]);
    }

    /// <summary>Values of a public member that an attribute names, of the class or of the type that the attribute names before it.</summary>
    /// <exception cref="PluginRefusedException">There is no such member.</exception>
    public static ValueSource Named(Type type, AttributeUse attribute)
    {
        var owner = attribute.Source.Type ?? type;
        var name = attribute.Source.Name ?? throw new PluginRefusedException($"{BenchmarkAttributes.Written(attribute.Name)} names no member");
        if (owner.GetMethod(name, Anywhere, []) is { } method) return FromMethod(owner, method);
        if (owner.GetProperty(name, Anywhere)?.GetMethod is { IsPublic: true } getter) return FromMethod(owner, getter);
        throw new PluginRefusedException($"{CSharpTypeName.Of(owner)} has no public property or method without parameters called {name}");
    }

    /// <summary>The same for a member of a type. Where each value is wrapped in an array of one, it is taken out of it.</summary>
    public ValueSource For(Type taken) => new(instance =>
    {
        var values = Values(instance);
        return values.All(value => value is object?[] { Length: 1 } one && StandsFor(one, taken)) ? values.Select(value => ((object?[])value!)[0]) : values;
    });

    // For object, the array itself would fit too: as in BenchmarkDotNet, its single value is taken if C# can write it as a constant.
    private static bool StandsFor(object?[] one, Type taken) => !taken.IsInstanceOfType(one) || (taken == typeof(object) && Choices.IsConstant(one[0]));

    private static ValueSource FromMethod(Type owner, MethodInfo method) => new(instance =>
    {
        var target = method.IsStatic ? null : owner.IsInstanceOfType(instance) ? instance : BenchmarkInstance.Create(owner);
        return method.Invoke(target, BindingFlags.DoNotWrapExceptions, null, null, null) is IEnumerable values
            ? values.Cast<object?>()
            : throw new PluginRefusedException($"{method.Name} returns no list of values");
    });
}

/// <summary>Values of attributes as the types that take them: an attribute has no <c>decimal</c>, and C# widens an <c>int</c> by itself.</summary>
internal static class ArgumentConversion
{
    /// <summary>The value as a type.</summary>
    /// <exception cref="PluginRefusedException">It cannot be one.</exception>
    public static object? To(Type type, object? value)
    {
        var takesNull = !type.IsValueType || Nullable.GetUnderlyingType(type) is not null;
        if (value is null) return takesNull ? null : throw new PluginRefusedException($"null is not of type {CSharpTypeName.Of(type)}");
        if (type.IsInstanceOfType(value)) return value;
        var plain = Nullable.GetUnderlyingType(type) ?? type;
        if (plain.IsEnum) return Enum.ToObject(plain, value);
        if (Implicit(value.GetType(), plain) is { } convert) return convert.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [value], CultureInfo.InvariantCulture);
        // C# takes a constant that is not negative as an unsigned number too, and UInt128 takes no other.
        if (value is sbyte or short or int or long && Convert.ToInt64(value, CultureInfo.InvariantCulture) is >= 0 and var whole && Implicit(typeof(ulong), plain) is { } widen)
            return widen.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [(ulong)whole], CultureInfo.InvariantCulture);
        try
        {
            // 1.5 would become 2, and be called 1.5.
            if (plain.IsPrimitive && plain != typeof(double) && plain != typeof(float) && HasFraction(value)) throw new InvalidCastException();
            return plain == typeof(nint) ? checked((nint)Convert.ToInt64(value, CultureInfo.InvariantCulture))
                : plain == typeof(nuint) ? checked((nuint)Convert.ToUInt64(value, CultureInfo.InvariantCulture))
                : Convert.ChangeType(value, plain, CultureInfo.InvariantCulture);
        }
        catch (Exception exception) when (exception is InvalidCastException or FormatException or OverflowException)
        {
            throw new PluginRefusedException($"{ValueText.Of(value)} is not of type {CSharpTypeName.Of(type)}");
        }
    }

    private static bool HasFraction(object value) => value is double or float or decimal && Convert.ToDouble(value, CultureInfo.InvariantCulture) % 1 != 0;

    // BenchmarkDotNet writes the value into C#, where such an operator is called: Int128 and BigInteger take a small number by one, ReadOnlyMemory<T> an array.
    private static MethodInfo? Implicit(Type from, Type to) =>
        new[] { to, from }.SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Static))
            .FirstOrDefault(method => method.Name == "op_Implicit" && method.ReturnType == to && method.GetParameters() is [{ ParameterType: var taken }] && taken == from);
}

/// <summary>Values of parameters as text, the same in every culture: their names in profiles and reports.</summary>
internal static class ValueText
{
    private const int Longest = 100;

    /// <summary>The texts of some values, in their order, each different from the others.</summary>
    public static IReadOnlyList<string> Distinct(IEnumerable<string> texts)
    {
        var taken = new Dictionary<string, int>(StringComparer.Ordinal);
        return [.. texts.Select(text =>
        {
            var count = taken[text] = taken.GetValueOrDefault(text) + 1;
            return count == 1 ? text : string.Create(CultureInfo.InvariantCulture, $"{text} #{count}");
        })];
    }

    public static string Of(object? value)
    {
        var text = value switch
        {
            null => "null",
            "" => ParameterDescription.EmptyText,
            string words => words,
            bool flag => flag ? "true" : "false",
            Array array => string.Create(CultureInfo.InvariantCulture, $"{CSharpTypeName.Of(array.GetType().GetElementType()!)}[{array.Length}]"),
            Type type => CSharpTypeName.Of(type),
            IFormattable formattable => formattable.ToString(null, CultureInfo.InvariantCulture),
            _ => value.ToString() ?? CSharpTypeName.Of(value.GetType()),
        };
        return text.Length <= Longest ? text : text[..Longest] + "…";
    }
}
