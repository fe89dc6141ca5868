using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace AsyncLoad.Proof.Remedies;

/// <summary>Changes of the text of source files that do not overlap. The same change twice is one.</summary>
internal sealed class Edits
{
    private readonly Dictionary<SyntaxTree, HashSet<TextChange>> changes = [];

    /// <summary>The new texts.</summary>
    public IEnumerable<KeyValuePair<SyntaxTree, SourceText>> Texts =>
        changes.Select(file => KeyValuePair.Create(file.Key, file.Key.GetText().WithChanges(file.Value.OrderBy(change => change.Span.Start).ThenBy(change => change.Span.Length))));

    public bool IsEmpty => changes.Count == 0;

    public void Replace(SyntaxNodeOrToken old, string text) => Replace(old.SyntaxTree!, old.Span, text);

    public void Replace(SyntaxTree tree, TextSpan span, string text)
    {
        if (!changes.TryGetValue(tree, out var list)) changes.Add(tree, list = []);
        list.Add(new TextChange(span, text));
    }

    public void Insert(SyntaxTree tree, int at, string text) => Replace(tree, new TextSpan(at, 0), text);
}
