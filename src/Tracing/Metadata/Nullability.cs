using System.Reflection.Metadata;

namespace AsyncLoad.Tracing.Metadata;

/// <summary>What C# says of null in the result of a method: the marks of each reference type in what it returns.</summary>
internal static class Nullability
{
    private const string Marks = "System.Runtime.CompilerServices.NullableAttribute";
    private const string Context = "System.Runtime.CompilerServices.NullableContextAttribute";
    private const byte NotNull = 1;
    private const byte MayBeNull = 2;

    /// <summary>Whether the compiler warns where one method returns what another returns: one result may hold null where the other may not. Where nothing is known, it does not.</summary>
    public static bool Differs(MethodFacts method, MethodFacts other)
    {
        if (other.Called.Signature.ReturnType.IsOpen || method.Called.Signature.ReturnType.IsOpen) return false;
        var (these, those) = (Of(method), Of(other));
        var length = Math.Max(these.Length, those.Length);
        // The first is the task itself.
        return length > 0 && Enumerable.Range(1, Math.Max(1, length - 1)).Any(at => (At(these, at), At(those, at)) is (NotNull, MayBeNull) or (MayBeNull, NotNull));
    }

    // One mark stands for all.
    private static byte At(byte[] marks, int at) => marks.Length == 1 ? marks[0] : marks.ElementAtOrDefault(at);

    private static byte[] Of(MethodFacts method) => Damage.Tolerate(() =>
    {
        var metadata = method.Assembly.Metadata;
        var definition = metadata.GetMethodDefinition(method.Handle);
        var returned = definition.GetParameters().Select(metadata.GetParameter).Where(parameter => parameter.SequenceNumber == 0).SelectMany(parameter => parameter.GetCustomAttributes());
        return Read(method.Assembly, returned, Marks) ?? Read(method.Assembly, definition.GetCustomAttributes(), Context) ?? OfType(method.Assembly, definition.GetDeclaringType());
    }) ?? [];

    private static byte[]? OfType(AssemblyFile assembly, TypeDefinitionHandle type)
    {
        while (!type.IsNil)
        {
            var definition = assembly.Metadata.GetTypeDefinition(type);
            if (Read(assembly, definition.GetCustomAttributes(), Context) is { } marks) return marks;
            type = definition.GetDeclaringType();
        }

        return null;
    }

    private static byte[]? Read(AssemblyFile assembly, IEnumerable<CustomAttributeHandle> attributes, string name) => assembly.Methods.Attributes(attributes, name)
        .Select(attribute => Read(assembly.Metadata.GetBlobReader(attribute.Value), IsOfMany(assembly, attribute.Constructor)))
        .FirstOrDefault();

    private static bool IsOfMany(AssemblyFile assembly, EntityHandle constructor)
    {
        var signature = constructor.Kind == HandleKind.MethodDefinition
            ? assembly.Metadata.GetMethodDefinition((MethodDefinitionHandle)constructor).Signature
            : assembly.Metadata.GetMemberReference((MemberReferenceHandle)constructor).Signature;
        return TypeDecoder.Signature(assembly.Metadata, signature).ParameterTypes is [{ Suffix: "[]" }];
    }

    private static byte[]? Read(BlobReader blob, bool isOfMany)
    {
        if (blob.ReadUInt16() != 1) return null;
        if (!isOfMany) return [blob.ReadByte()];
        var count = blob.ReadInt32();
        return count < 0 ? null : blob.ReadBytes(count);
    }
}
