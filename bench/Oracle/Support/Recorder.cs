using System.Collections;
using System.Globalization;
using System.Reflection;

namespace Generated;

/// <summary>Writes down what is called, with what, and what of it is found on the thread of a set-up.</summary>
public static class Recorder
{
    private const BindingFlags Declared = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    private static readonly List<string> Notes = [];
    private static readonly AsyncLocal<int> Flow = new();

    [ThreadStatic]
    private static int mark;

    public static string[] Take()
    {
        lock (Notes)
        {
            string[] taken = [.. Notes];
            Notes.Clear();
            return taken;
        }
    }

    public static void Note(string note)
    {
        lock (Notes) Notes.Add(note);
    }

    public static void SetUp(string name)
    {
        mark = 1;
        Flow.Value = 1;
        Note("set-up " + name);
    }

    public static void CleanUp(string name) => Note($"clean-up {name}, thread {mark}, flow {Flow.Value}");

    /// <summary>What a method is called with, and the values of all parameters of its class: members whose names are P and a number.</summary>
    public static void Call(string name, object target, params object?[] arguments)
    {
        var values = new List<string>();
        for (var type = target as Type ?? target.GetType(); type is not null; type = type.BaseType)
        {
            foreach (var field in type.GetFields(Declared).Where(IsParameter)) values.Add($"{field.Name}={Text(field.GetValue(field.IsStatic ? null : Instance(target)))}");
            foreach (var property in type.GetProperties(Declared).Where(IsParameter))
                values.Add($"{property.Name}={Text(property.GetValue(property.GetMethod!.IsStatic ? null : Instance(target)))}");
        }

        Note($"call {name}({string.Join(", ", arguments.Select(Text))}) with {string.Join(", ", values)}; thread {mark}, flow {Flow.Value}");

        // Of an instance's members a static method sees none.
        bool IsParameter(MemberInfo member) => member.Name[0] == 'P' && member.Name.Skip(1).All(char.IsAsciiDigit)
            && (target is not Type || member is FieldInfo { IsStatic: true } or PropertyInfo { GetMethod.IsStatic: true });
    }

    public static string Text(object? value) => value switch
    {
        null => "null",
        string text => $"\"{text}\"",
        Type type => $"typeof {type}",
        Silent silent => $"Silent {silent.Number}",
        IFormattable formattable => $"{value.GetType().Name} {formattable.ToString(null, CultureInfo.InvariantCulture)}",
        IEnumerable several => $"{value.GetType().Name}[{string.Join("; ", several.Cast<object?>().Select(Text))}]",
        _ => $"{value.GetType().Name} {value}",
    };

    private static object? Instance(object target) => target is Type ? null : target;
}
