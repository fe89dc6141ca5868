using System.Globalization;
using System.Security.Cryptography;

namespace AsyncLoad.Harness.Cli.Preparing;

/// <summary>Where a run goes when nobody says: <c>runs/&lt;utc&gt;-&lt;profile&gt;-&lt;4 hex&gt;</c>, so that names sort by time and never meet.</summary>
internal static class RunFolder
{
    public static string Default(string profile, DateTimeOffset now)
    {
        var stamp = now.UtcDateTime.ToString("yyyyMMdd'T'HHmmss'Z'", CultureInfo.InvariantCulture);
        return Path.Combine("runs", $"{stamp}-{profile}-{RandomNumberGenerator.GetHexString(4, lowercase: true)}");
    }
}
