using System.Reflection;
using System.Runtime.CompilerServices;
using AsyncLoad.Model;
using AsyncLoad.Testing;
using AsyncLoad.Workloads;
using Xunit;

namespace AsyncLoad.Tests;

public partial class ArchitectureTests
{
    private const int MostParameters = 5;

    private static readonly string[] Assemblies =
        ["AsyncLoad.Model", "AsyncLoad.Workloads", "AsyncLoad.Host", "AsyncLoad.Analysis", "AsyncLoad.Reporting", "asyncload", "AsyncLoad.Testing", "AsyncLoad.Tests"];

    [Fact]
    public void No_method_takes_more_than_five_parameters() =>
        AssertNone(Assemblies.SelectMany(name => Assembly.Load(name).GetTypes()).SelectMany(WideCallables));

    [Fact]
    public void Every_public_model_type_is_a_record_a_union_of_records_or_an_enum() =>
        AssertNone(
            from type in typeof(ModelJson).Assembly.GetExportedTypes()
            where type != typeof(ModelJson) && !IsData(type)
            select $"{type.FullName} is no sealed record, closed abstract record, readonly record struct or enum");

    [Fact]
    public void Cases_of_a_union_are_nested_in_it() =>
        AssertNone(
            from type in typeof(ModelJson).Assembly.GetExportedTypes()
            where type.BaseType is { IsAbstract: true } union && IsRecord(union) && type.DeclaringType != union
            select $"{type.FullName} belongs inside {type.BaseType!.FullName}");

    [Fact]
    public void What_plug_ins_see_of_workloads_is_as_approved() =>
        Approval.Matches(PublicApi.Describe(typeof(Workload).Assembly), "Workloads.api.txt");

    [Fact]
    public void What_tests_see_of_testing_is_as_approved() =>
        Approval.Matches(PublicApi.Describe(typeof(Measurement).Assembly), "Testing.api.txt");

    [Fact]
    public void The_type_rules_see_what_they_forbid()
    {
        Assert.All([typeof(OpenRecord), typeof(OpenUnion), typeof(PlainClass), typeof(PlainStruct), typeof(MutableRecordStruct)], type => Assert.False(IsData(type), type.Name));
        Assert.All([typeof(GoodRecord), typeof(GoodUnion), typeof(GoodUnion.Case), typeof(GoodRecordStruct), typeof(DayOfWeek)], type => Assert.True(IsData(type), type.Name));
        Assert.Contains("System.String.Compare takes 6 parameters: give them a record", WideCallables(typeof(string)));
        Assert.Empty(WideCallables(typeof(AsyncLoad.Model.Plans.Plan)));
        Assert.True(IsRecordConstructor(typeof(GoodRecordStruct), typeof(GoodRecordStruct).GetConstructors().Single()));
        Assert.False(IsRecordConstructor(typeof(PlainClass), typeof(PlainClass).GetConstructors().Single()));
    }

    private static IEnumerable<string> WideCallables(Type type) =>
        from method in IsGenerated(type) ? [] : Callables(type)
        let count = method.GetParameters().Length
        where count > MostParameters && !IsGenerated(method) && !IsRecordConstructor(type, method) && !IsEvent(method)
        select $"{type.FullName}.{method.Name} takes {count} parameters: give them a record";

    private static IEnumerable<MethodBase> Callables(Type type)
    {
        const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        return type.GetMethods(Own).Concat<MethodBase>(type.GetConstructors(Own));
    }

    // Delegates get BeginInvoke from the compiler; names with '<' are lambdas, local functions and their closures.
    private static bool IsGenerated(MemberInfo member) =>
        member.Name.Contains('<', StringComparison.Ordinal)
        || member.Name == "BeginInvoke"
        || member.IsDefined(typeof(CompilerGeneratedAttribute))
        || member.IsDefined(typeof(System.CodeDom.Compiler.GeneratedCodeAttribute))
        || (member.DeclaringType is { } outer && IsGenerated(outer));

    // The parameters of an event are its payload: a record there would change the trace.
    private static bool IsEvent(MethodBase method) => method.IsDefined(typeof(System.Diagnostics.Tracing.EventAttribute));

    private static bool IsRecordConstructor(Type type, MethodBase method) => method is ConstructorInfo && IsRecord(type);

    private static bool IsRecord(Type type) =>
        type.GetMethod("PrintMembers", BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly)?.IsDefined(typeof(CompilerGeneratedAttribute)) ?? false;

    private static bool IsData(Type type) =>
        type.IsEnum
        || (IsRecord(type) && (type.IsValueType ? type.IsDefined(typeof(IsReadOnlyAttribute)) : type.IsSealed || IsClosed(type)));

    // Nobody outside can derive when every constructor is private, save the one that copies.
    private static bool IsClosed(Type type) =>
        type.IsAbstract
        && type.GetConstructors(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance)
            .All(constructor => constructor.IsPrivate || constructor.GetParameters() is [var only] && only.ParameterType == type);

    private record OpenRecord(int Value);

    private sealed record Stranger(int Value) : OpenRecord(Value);

    private abstract record OpenUnion;

    private sealed class PlainClass(int value)
    {
        public int Value => value;
    }

    private struct PlainStruct;

    private record struct MutableRecordStruct(int Value);

    private sealed record GoodRecord(int Value);

    private readonly record struct GoodRecordStruct(int Value);

    private abstract record GoodUnion
    {
        private GoodUnion()
        {
        }

        public sealed record Case(int Value) : GoodUnion;
    }
}
