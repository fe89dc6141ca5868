using System.Text;

namespace AsyncLoad.Tracing.Naming;

/// <summary>The interface in the name of a method that implements it explicitly.</summary>
internal static class InterfaceName
{
    private const string Signs = "<>(),[]?* ";
    private const string System = "System";

    /// <summary>As C# without namespaces: <c>IStore&lt;int&gt;</c> for <c>Shop.IStore&lt;System.Int32&gt;</c>. A type that is named after the method has dashes for dots.</summary>
    public static string Write(string name)
    {
        var written = new StringBuilder();
        for (var at = 0; at < name.Length;)
        {
            var end = at;
            while (end < name.Length && !Signs.Contains(name[end], StringComparison.Ordinal)) end++;
            if (end > at) written.Append(WithoutNamespace(name[at..end]));
            else AppendSign(written, name[end++]);
            at = end;
        }

        return written.ToString();
    }

    private static void AppendSign(StringBuilder written, char sign)
    {
        // An array of several dimensions has its commas side by side.
        if (sign == ',' && written is not [.., '[' or ',']) written.Append(", ");
        else if (sign != ' ' || written is not [.., ' ']) written.Append(sign);
    }

    private static string WithoutNamespace(string name)
    {
        var last = name[(name.LastIndexOfAny(['.', '-', ':']) + 1)..];
        return name.Length == System.Length + 1 + last.Length && name.StartsWith(System, StringComparison.Ordinal) ? CSharpType.Keyword(last) ?? last : last;
    }
}
