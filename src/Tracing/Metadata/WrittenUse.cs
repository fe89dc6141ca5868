namespace AsyncLoad.Tracing.Metadata;

/// <summary>
/// What the source file adds to what IL shows of a use. Optimised code has no variable for a result that is awaited next, and one declared with its type looks like one with <c>var</c>.
/// The PDB shows whether the statement that calls is the one that uses the result, and where the source file is the one that was compiled, it is looked at.
/// </summary>
internal sealed class WrittenUse
{
    // Of the element beside others, of the loop that names its type, and of what takes the array.
    private const string OfArray = "CS0826, CS0037, CS0030, CS0029, CS1061, CS1503 or CS0411";

    private readonly CallSite site;
    private readonly FollowedResult found;
    private readonly SourceSpan? statement;

    // The analyzer of ValueTask (CA2012) does not know that a pattern asks whether it is complete.
    private readonly bool isMatched;

    private WrittenUse(CallSite site, FollowedResult found)
    {
        this.site = site;
        // A pattern of members asks first whether there is a value, which none of a ValueTask has to.
        var matched = found.Uses.Where(use => use.Use == ResultUse.Compared && At(use.Offset)?.MatchesMembers == true).ToList();
        this.found = found with { Uses = [.. found.Uses.Except(matched)] };
        isMatched = matched.Exists(use => At(use.Offset) is { } written && (written.IsSwitch || !written.Names("switch")) && (written.Names(site.Called.Name) && written.Tests || ReadsResult(use)));
        statement = Lines.Statement(site.Method, site.Offset);
    }

    // The analyzer follows no pattern to the statements behind it.
    private bool ReadsResult(FoundUse matched) => found.Uses.Append(matched).Any(use => At(use.Offset)?.Names("Result") == true);

    private SourceMap Lines => site.Assembly.Lines;

    // Whether the result outlives the statement that calls.
    private bool IsLeft => statement is null
        ? found.IsKept
        : found.Uses.Count == 0 || found.Uses.Any(use => use.Use == ResultUse.Captured || Lines.Statement(site.Method, use.Offset) != statement);

    // Visual Basic returns at the end of a function, whatever the statement.
    private bool IsReturn => site.Assembly.Language == SourceLanguage.VisualBasic && statement is { } span && Lines.Text(span)?.StartsWith("Return", StringComparison.OrdinalIgnoreCase) == true;

    /// <summary>The use that decides, with what the source file says of it.</summary>
    public static FoundUse Of(CallSite site, FollowedResult found)
    {
        if (!ReturnShapes.Of(site.Called.Signature.ReturnType).IsTask()) return found.Gravest;
        var told = new WrittenUse(site, found).Told();
        return told.Use == ResultUse.Joined && found.Keeper is { } keeper ? keeper with { Code = told.Code } : told;
    }

    private FoundUse Told()
    {
        var gravest = found.Gravest;
        if (At(site.Offset) is not { } written) return IsLeft && !IsReturn && MayBeDeclared(gravest.Use) ? gravest with { Use = ResultUse.Kept } : gravest;
        if (written.CastError(site.Called.Name) is { } error && (IsOpen(gravest) || gravest.Use is ResultUse.Upcast or ResultUse.Compared)) return gravest with { Use = ResultUse.Declared, Code = error };
        if (written.NamesObject) return gravest with { Use = ResultUse.Boxed, Code = null };
        if (written.NamesAwaiter && gravest is { Code: null, Use: <= ResultUse.Inspected }) gravest = gravest with { Use = ResultUse.AwaiterKept };
        if (gravest.Use == ResultUse.Joined) return gravest with { Code = written.JoinError(IsNamed(written), found.Uses.Any(use => use.Use == ResultUse.Returned)) ?? gravest.Code };
        if (ResultSinks.IsElement(gravest) && (At(gravest.Offset) ?? written).InfersArray)
        {
            if (found.OfElements is { } elements && !written.HasNull) return new WrittenUse(site, elements).OfElements();
            gravest = gravest with { Use = ResultUse.Inferred, Code = OfArray, With = FoundUse.InferredArray };
        }

        if (IsOfNullable(gravest)) return gravest with { Code = "CS0023", With = FoundUse.IfNotNull + gravest.With };
        if (CodeOf(gravest, written) is { } code) return gravest with { Code = code };
        if (gravest.Use is ResultUse.Compared or ResultUse.ByResult) gravest = Compared(gravest, At(gravest.Offset) ?? written);
        return IsOpen(gravest) && gravest.Use != ResultUse.Boxed && IsNamed(written) ? gravest with { Use = ResultUse.Declared, Code = "CS0029" }
            : gravest with { IsWarned = isMatched || written.IsChosenAndConfigured || (written.Deconstructs && IsLeft) || written.SwitchesOnTuple };
    }

    // A loop that states the type of its variable converts each element.
    private FoundUse OfElements() => found.Uses.FirstOrDefault(use => use.With == FoundUse.InferredArray && At(use.Offset) is { DeclaresLoopVariable: true, IsInferred: not true }) is { } typed
        ? typed with { Use = ResultUse.Declared, Code = "CS0030", With = "" }
        : found.Uses.FirstOrDefault(use => use.With == FoundUse.InferredArray && At(use.Offset) is { NamesTask: true }) is { } named
        ? named with { Use = ResultUse.Declared, Code = "CS0029", With = "" }
        : Told();

    // A member is read with ?. only of what may be null.
    private bool IsOfNullable(FoundUse use) =>
        use is { Use: ResultUse.PassedOn, Code: "CS1061" or "CS1929" or "CS1929 or CS0411" } && found.Uses.Any(other => other.Use == ResultUse.Compared) && At(use.Offset) is { IsConditionalAccess: true };

    private FoundUse Compared(FoundUse use, StatementText written) =>
        written.CastsToObject ? use with { Use = ResultUse.Boxed, Code = null, With = "" }
        : use.Use == ResultUse.ByResult || use.With == FoundUse.OtherTask ? use
        : written.ComparesWithDefault ? use with { Code = null, With = FoundUse.Default }
        // The compiler asks whether it is null before it joins its text to another.
        : !written.Tests && found.Uses.FirstOrDefault(other => other.With == "ToString") is { } text ? text
        : use with { Code = written.ComparisonError };

    // What the way it is written says of the error; null for what the use says itself.
    private string? CodeOf(FoundUse use, StatementText written) => use switch
    {
        { Use: ResultUse.Stored } when written.AssignsIfNull => "CS0019",
        { Use: ResultUse.PassedOn, Code: StatementText.NoMember } when written.Matches(use.With) => StatementText.NoMemberOfPattern,
        // An extension method that is called by its class.
        { Use: ResultUse.PassedOn, Code: "CS1929" or "CS1929 or CS0411" } when written.Encloses(use.With, site.Called.Name) => use.Code == "CS1929" ? "CS1503" : "CS0411",
        // A collection expression, or the initialiser of an object.
        { Use: ResultUse.PassedOn, Code: "CS1503", With: "Add" } when !written.Names("Add") => "CS0029 or CS1503",
        _ => null,
    };

    // Whether an explicit type may show more than the uses that follow.
    private static bool IsOpen(FoundUse use) => use.Code is null || use.Use is ResultUse.Inferred or ResultUse.Captured;

    // Code that is not optimised keeps what it returns in a variable of the compiler's.
    private bool MayBeDeclared(ResultUse use) => use <= ResultUse.Inspected || (use == ResultUse.Returned && !found.IsKept);

    // Tokens are those of C#.
    private StatementText? At(int offset) => site.Assembly.Language == SourceLanguage.CSharp && Lines.Statement(site.Method, offset) is { } span && Lines.Text(span) is { } text ? new StatementText(text, () => Lines.Behind(span)) : null;

    // Whether the variable that takes the result is declared with its type, here or elsewhere.
    private bool IsNamed(StatementText written) =>
        (written.NamesTask && (IsLeft || found.Gravest.Use is ResultUse.Inferred or ResultUse.Joined)) || (IsLeft && written.IsInferred == false && !HadOneBefore(written));

    // The variable may have had a result of the same method before.
    private bool HadOneBefore(StatementText written) => written.Target is { } variable && Lines.Statements(site.Method)
        .Select(Lines.Text).OfType<string>().Any(text => new StatementText(text).Infers(variable, site.Called.Name));
}
