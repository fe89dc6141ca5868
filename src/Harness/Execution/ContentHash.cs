using System.Collections.Concurrent;
using System.Security.Cryptography;
using System.Text;
using AsyncLoad.Tracing.Files;

namespace AsyncLoad.Harness.Execution;

/// <summary>Hashes of files. A file is not read again while its length and its time stay the same. Thread-safe.</summary>
internal static class ContentHash
{
    // Times of files are coarse, a few milliseconds: a file that was just written may be written again at the same time.
    private static readonly TimeSpan Settled = TimeSpan.FromSeconds(2);

    // A pair asks four times, and a benchmark project often has 40 MB of libraries.
    private static readonly ConcurrentDictionary<string, (long Length, DateTime Written, byte[] Hash)> Known = new(StringComparer.Ordinal);

    /// <summary>The SHA-256 of a file's content.</summary>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be read.</exception>
    public static byte[] Of(string file)
    {
        // A link has its own time, not the time of its target.
        var path = File.ResolveLinkTarget(file, returnFinalTarget: true)?.FullName ?? Path.GetFullPath(file);
        var info = new FileInfo(path);
        var (length, written) = (info.Length, info.LastWriteTimeUtc);
        if (Known.TryGetValue(path, out var known) && (known.Length, known.Written) == (length, written)) return known.Hash;
        using var content = File.OpenRead(path);
        var hash = SHA256.HashData(content);
        if (DateTime.UtcNow - written > Settled) Known[path] = (length, written, hash);
        return hash;
    }

    /// <summary>The SHA-256 of names and contents, in hexadecimal digits. Symbols and lists of web files are left out: they contain times and paths.</summary>
    /// <param name="folder">The folder that names count from.</param>
    /// <param name="files">Full paths; what is not a file is left out.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public static string Of(string folder, IEnumerable<string> files) => Of(folder, files, Of);

    /// <summary>The same for files of a build, by what assemblies do: the same for the same sources in any folder.</summary>
    /// <param name="folder">The folder that names count from.</param>
    /// <param name="files">Full paths; what is not a file is left out.</param>
    /// <param name="made">The folder that it was built in, where its files name that; null where they do not.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">A file may not be read.</exception>
    public static string OfBuild(string folder, IEnumerable<string> files, BuildFolder? made = null) => Of(folder, files, file => ModuleContent.Of(file, made));

    /// <summary>Adds a part with its length, so that no two lists of parts have the same bytes.</summary>
    public static void Add(IncrementalHash hash, ReadOnlySpan<byte> part)
    {
        hash.AppendData(BitConverter.GetBytes(part.Length));
        hash.AppendData(part);
    }

    private static string Of(string folder, IEnumerable<string> files, Func<string, byte[]> one)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        // Named and ordered alike on every system.
        foreach (var (name, file) in files.Where(file => !IsLeftOut(file) && RegularFile.Is(file)).Select(file => (Name: NameOf(Path.GetRelativePath(folder, file), Path.DirectorySeparatorChar), file)).OrderBy(entry => entry.Name, StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(name));
            hash.AppendData(one(file));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());
    }

    /// <summary>A relative path as hashes name it.</summary>
    internal static string NameOf(string relative, char separator) => relative.Replace(separator, '/');

    private static bool IsLeftOut(string file) => Path.GetExtension(file) == ".pdb" || Path.GetFileName(file).Contains(".staticwebassets.", StringComparison.Ordinal);
}
