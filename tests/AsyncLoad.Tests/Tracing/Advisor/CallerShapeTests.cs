using AsyncLoad.Tracing.Advisor;
using AsyncLoad.Tracing.Advisor.Rules;
using AsyncLoad.Tracing.Metadata;
using Microsoft.CodeAnalysis;
using Xunit;

namespace AsyncLoad.Tests.Tracing.Advisor;

/// <summary>What is said of callers, held against what the compiler says once the method returns a ValueTask.</summary>
public sealed class CallerShapeTests
{
    private static readonly Lazy<IReadOnlyDictionary<string, CallerShape>> Debug = new(() => Judged(OptimizationLevel.Debug, withSource: true));
    private static readonly Lazy<IReadOnlyDictionary<string, CallerShape>> Release = new(() => Judged(OptimizationLevel.Release, withSource: true));

    public static TheoryData<string, bool> Shapes => [.. from name in CallerShapes.Names from optimised in (bool[])[false, true] select (name, optimised)];

    [Theory]
    [MemberData(nameof(Shapes))]
    public void What_is_said_of_a_caller_is_what_the_compiler_says(string name, bool optimised)
    {
        var shape = (optimised ? Release : Debug).Value[name];
        var told = shape.ToString();

        Assert.Equal(shape.Expected == "stops", shape.Errors.Count > 0);
        Assert.True((shape.Expected == "safe") == (shape.Weight == AdviceWeight.Recommended), told);
        if (shape.Errors.Count == 0)
        {
            Assert.All(shape.Report.Uses, use => Assert.True(use.Code is null || CallerRules.Of(use) is { IsUnsure: true }, told));
            return;
        }

        Assert.True(shape.Report.Harmful.Any(use => shape.Errors.Any(error => use.Code?.Contains(error.Code, StringComparison.Ordinal) == true && error.Line == use.At?.Line)), told);
    }

    // A cache cannot keep a ValueTask: to turn "the other task" into one is no way out.
    [Theory]
    [InlineData("CachedInDictionary")]
    [InlineData("CachedInArray")]
    [InlineData("CachedByVolatile")]
    [InlineData("CachedByExchange")]
    [InlineData("CachedByTry")]
    [InlineData("CoalescedField")]
    [InlineData("Exchanged")]
    [InlineData("Published")]
    [InlineData("JoinedForWhenAll")]
    public void Where_a_task_is_kept_there_is_nothing_to_gain(string name) => Assert.True(Release.Value[name].Weight == AdviceWeight.Nothing, Release.Value[name].ToString());

    // It takes any jump back for a second use.
    [Fact]
    public void Where_an_analyzer_warns_of_what_is_recommended_the_advice_says_so() => Assert.Equal(
        "Goto",
        string.Join(' ', Release.Value.Values.Where(shape => shape.Weight == AdviceWeight.Recommended && shape.IsWarned != CallerSentences.Of(shape.Report).Any(told => told.Contains("CA2012", StringComparison.Ordinal))).Select(shape => shape.Name)));

    // A cast to its own type leaves no IL. Code that is not optimised returns everything through a variable of the compiler's.
    [Theory]
    [InlineData(OptimizationLevel.Debug, "DeclaredForward CastToItsType CastWithNamespace CastWithGlobalNamespace CastToAlias")]
    [InlineData(OptimizationLevel.Release, "CastToItsType CastWithNamespace CastWithGlobalNamespace CastToAlias")]
    public void Without_the_source_file_almost_nothing_is_recommended_that_does_not_compile(OptimizationLevel level, string except) => Assert.Equal(
        except,
        string.Join(' ', Judged(level, withSource: false).Values.Where(shape => shape.Errors.Count > 0 && shape.Weight == AdviceWeight.Recommended).Select(shape => shape.Name)));

    [Theory]
    [InlineData("WrappedForward", "wraps it in a ValueTask: that stops compiling (CS1503). Use it directly.")]
    [InlineData("WrappedWithoutResult", "wraps it in a ValueTask without a result: that stops compiling (CS1503). Await it there, in an async method: a ValueTask with a result does not convert to one without.")]
    [InlineData("WhenAny", "passes it to Task.WhenAny: that stops compiling (CS1503). Call AsTask() there, which allocates the task again.")]
    [InlineData("Status", "calls Status, which a ValueTask does not have: that stops compiling (CS1061). Call AsTask() there, which allocates the task again.")]
    [InlineData("MemberIfNotNull", "calls ?.Id, which a ValueTask does not have: that stops compiling (CS0023). Call AsTask() there, which allocates the task again.")]
    [InlineData("MemberOfAnonymous", "passes it to an anonymous type, which infers a type from it: that may stop compiling (CS1503, CS0029, CS1929 or CS0411). The code behind that must accept a ValueTask and use it once.")]
    [InlineData("ExtensionPropertyOfItsType", "calls IsSlower, which a ValueTask does not have: that stops compiling (CS1929). Call AsTask() there, which allocates the task again.")]
    [InlineData("ExtensionMethod", "calls LengthAsync, which a ValueTask does not have: that stops compiling (CS1929). Call AsTask() there, which allocates the task again.")]
    [InlineData("ExtensionCalledByClass", "passes it to ByClass as a Task: that stops compiling (CS1503). Call AsTask() there, which allocates the task again.")]
    [InlineData("CompoundOperator", "passes it to operator += as a Task: that stops compiling (CS9340 or CS0019). Call AsTask() there, which allocates the task again.")]
    [InlineData("CompoundOperatorForBoth", "passes it to operator /=, which has an overload for a ValueTask. That overload must use it once.")]
    [InlineData("WhenAllOfOne", "passes it to Task.WhenAll: that stops compiling (CS1503 or CS0029). Call AsTask() there, which allocates the task again.")]
    [InlineData("KeyOfIndexer", "passes it to an indexer as a Task: that stops compiling (CS1503). Call AsTask() there, which allocates the task again.")]
    [InlineData("InParameter", "passes it to a ref, in or out parameter as a Task: that stops compiling (CS1503). Call AsTask() there, which allocates the task again.")]
    [InlineData("ReadOnlyListOfOne", "puts it into an array, a collection or an out parameter: that may stop compiling (CS0029, CS1503 or CS0411). Call AsTask() there, which allocates the task again.")]
    [InlineData("DeclaredWithItsType", "declares a variable with its type, or casts to it: that stops compiling (CS0029). Declare the variable with var, and remove the cast.")]
    [InlineData("EqualsNull", "compares it with null, or tests its type. Remove that test: a ValueTask is never null, and the compiler warns of a comparison with null (CS8073).")]
    [InlineData("SwitchedByMemberOrNullCase", "compares it with null, or tests its type: that stops compiling (CS0037). Remove that test: a ValueTask is never null.")]
    [InlineData("SwitchedByAnythingArm", "compares it with null, or tests its type: that stops compiling (CS8510). Remove that test: a ValueTask is never null.")]
    [InlineData("MatchedByOtherMember", "calls Status, which a ValueTask does not have: that stops compiling (CS0117). Call AsTask() there, which allocates the task again.")]
    [InlineData("EqualsSibling", "compares it with another of its results. A ValueTask may answer that by its result, where a Task answers by which object it is. Await it and use the result, or call AsTask(), which allocates the task again.")]
    [InlineData("HashCodeOf", "calls GetHashCode of it. A ValueTask may answer that by its result, where a Task answers by which object it is. Await it and use the result, or call AsTask(), which allocates the task again.")]
    [InlineData("Concatenated", "makes a text of it. A ValueTask may answer that by its result, where a Task answers by which object it is. Await it and use the result, or call AsTask(), which allocates the task again.")]
    [InlineData("Interpolated", "makes a text of it. A ValueTask may answer that by its result, where a Task answers by which object it is. Await it and use the result, or call AsTask(), which allocates the task again.")]
    [InlineData("Compared", "compares it with another task: that stops compiling (CS0019). Call AsTask() there, which allocates the task again.")]
    [InlineData("EqualsDefault", "compares it with default. Remove that test: a ValueTask is never null, and default is one that is complete.")]
    [InlineData("ObjectIsNull", "converts it to an object. A ValueTask is boxed there, which allocates, and it is not a Task.")]
    [InlineData("TypeOfIt", "converts it to an object for GetType. A ValueTask is boxed there, which allocates, and it is not a Task.")]
    [InlineData("InferredArray", "puts it into an array, which takes its type from it. Await each element once.")]
    [InlineData("InferredArrayKept", "puts it into an array, which takes its type from it. Await each element once.")]
    [InlineData("InferredArrayKeptForLoop", "puts it into an array, which takes its type from it. Await each element once.")]
    [InlineData("InferredArrayByIndex", "puts it into an array, which takes its type from it. Await each element once.")]
    [InlineData("InferredArrayForLinq", "passes it to new[], which infers a type from it: that may stop compiling (CS0826, CS0037, CS0030, CS0029, CS1061, CS1503 or CS0411). The code behind that must accept a ValueTask and use it once.")]
    [InlineData("Twice", "may use it more than once. Keep the result of the first await, or call AsTask(), which allocates the task again.")]
    [InlineData("GetOrAdd", "returns it from a lambda, whose delegate type must allow a ValueTask: that may stop compiling (CS0029, CS1503, CS1061, CS1929 or CS0411). Change that type, or await it in the lambda.")]
    public void A_sentence_says_who_and_where_and_what_helps(string name, string sentence)
    {
        var shape = Release.Value[name];

        var told = Assert.Single(CallerSentences.Of(shape.Report));

        Assert.EndsWith($" {sentence}", told, StringComparison.Ordinal);
        Assert.Contains(FormattableString.Invariant($"Shapes.cs:{shape.Report.Uses[0].At!.Line}) "), told, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("AsDelegate", "makes a delegate or an expression of it. Its calls were not followed: each must await the result once.")]
    [InlineData("ReturnedByLambda", "returns it from a lambda. Its calls were not followed: each must await the result once.")]
    public void A_delegate_that_returns_a_value_task_already_need_not_change(string use, string sentence) => Assert.Equal(
        $"Shop.Run() {sentence}",
        Assert.Single(CallerSentences.Of(new CallerReport([new CallerUse("Shop.Run()", Enum.Parse<ResultUse>(use), null, "", null)], []))));

    // As the compilers of SDK 10.0.401 say of the same uses.
    [Theory]
    [InlineData("PassedOn", "CS0411", "FSharp", "(FS0041 or FS0001)")]
    [InlineData("PassedOn", "CS1061", "FSharp", "(FS0039)")]
    [InlineData("Stored", "CS0029", "FSharp", "(FS0001)")]
    [InlineData("Combined", "CS1503", "FSharp", "(FS0041 or FS0001)")]
    [InlineData("Compared", "CS0037", "FSharp", "(FS0043)")]
    [InlineData("Upcast", "CS0029", "FSharp", "(FS0193 or FS0001)")]
    [InlineData("Stored", "CS0029", "VisualBasic", "(BC30311)")]
    [InlineData("Compared", "CS0019", "VisualBasic", "(BC30020, BC31419, BC30021 or BC30487)")]
    [InlineData("Joined", "CS0173 or CS0029", "VisualBasic", "(BC36912 or BC30311)")]
    [InlineData("AsDelegate", "CS0407, CS1503, CS0411 or CS0029", "VisualBasic", "(BC31143)")]
    [InlineData("Upcast", "CS0185", "VisualBasic", "(BC30582)")]
    [InlineData("Upcast", "CS1674", "VisualBasic", "(BC36010)")]
    [InlineData("Stored", "CS0029", "CSharp", "(CS0029)")]
    public void The_code_is_that_of_the_callers_language(string use, string csharp, string language, string told) => Assert.Contains(
        told,
        Assert.Single(CallerSentences.Of(new CallerReport([new CallerUse("Shop.Run()", Enum.Parse<ResultUse>(use), csharp, "Join", null) { Language = Enum.Parse<SourceLanguage>(language) }], []))),
        StringComparison.Ordinal);

    private static IReadOnlyDictionary<string, CallerShape> Judged(OptimizationLevel level, bool withSource)
    {
        using var shapes = new CallerShapes();
        return shapes.Judge(level, withSource);
    }
}
