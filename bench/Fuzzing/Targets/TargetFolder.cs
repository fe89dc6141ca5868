namespace AsyncLoad.Fuzzing.Targets;

/// <summary>A temporary folder for the files of a target.</summary>
internal static class TargetFolder
{
    /// <summary>Creates one that is removed when the process ends, unless somebody has cleared the temporary folder before.</summary>
    public static DirectoryInfo Create()
    {
        var folder = Directory.CreateTempSubdirectory("asyncload-fuzz-");
        AppDomain.CurrentDomain.ProcessExit += (_, _) =>
        {
            if (Directory.Exists(folder.FullName)) folder.Delete(recursive: true);
        };
        return folder;
    }
}
