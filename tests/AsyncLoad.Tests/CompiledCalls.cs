using System.Reflection;
using System.Reflection.Emit;

namespace AsyncLoad.Tests;

/// <summary>Which methods a compiled type names, its lambdas, iterators and nested types included.</summary>
internal static class CompiledCalls
{
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
    private const byte TwoByteCode = 0xFE;

    private static readonly Dictionary<short, OpCode> Codes = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => field.GetValue(null)).OfType<OpCode>().ToDictionary(code => code.Value);

    /// <summary>The calls of a type, each with the member that makes it.</summary>
    public static IEnumerable<(MethodBase From, MethodBase To)> Of(Type type) =>
        from method in type.GetMethods(Own).Concat<MethodBase>(type.GetConstructors(Own))
        let body = method.GetMethodBody()?.GetILAsByteArray()
        where body is not null
        from token in Tokens(body)
        let called = Resolved(method, token)
        where called is not null
        select (method, called);

    /// <summary>The type that stands in a file by itself: lambdas and iterators are nested in it.</summary>
    public static Type Outermost(Type type) => type.DeclaringType is { } outer ? Outermost(outer) : type;

    private static IEnumerable<int> Tokens(byte[] body)
    {
        for (var at = 0; at < body.Length;)
        {
            var code = Codes[body[at] == TwoByteCode ? (short)((TwoByteCode << 8) | body[at + 1]) : body[at]];
            at += code.Size;
            if (code.OperandType is OperandType.InlineMethod or OperandType.InlineTok) yield return BitConverter.ToInt32(body, at);
            at += Operand(code.OperandType, body, at);
        }
    }

    private static int Operand(OperandType type, byte[] body, int at) => type switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(body, at)),
        _ => 4,
    };

    private static MethodBase? Resolved(MethodBase from, int token) =>
        from.Module.ResolveMember(
            token,
            from.DeclaringType is { IsGenericType: true } type ? type.GetGenericArguments() : null,
            from.IsGenericMethod ? from.GetGenericArguments() : null) as MethodBase;
}
