using System.Globalization;

namespace AsyncLoad.Tracing.Events;

/// <summary>Words for numbers in the events of collections. A number without a word stands for itself.</summary>
internal static class CollectionWords
{
    // Numbers from the runtime's gcinterface.h and gc.h (gc_reason).
    private static readonly string[] Reasons =
    [
        "AllocSmall",
        "Induced",
        "LowMemory",
        "Empty",
        "AllocLarge",
        "OutOfSpaceSOH",
        "OutOfSpaceLOH",
        "InducedNotForced",
        "Internal",
        "InducedLowMemory",
        "InducedCompacting",
        "LowMemoryHost",
        "PMFullGC",
        "LowMemoryHostBlocking",
        "BgcTuningSmall",
        "BgcTuningLarge",
        "BgcStepping",
        "InducedAggressive",
    ];

    private static readonly string[] Kinds = ["blocking", "background", "blocking inside background"];

    /// <summary>Why a collection happened.</summary>
    public static string Reason(int number) => Word(Reasons, number);

    public static string Kind(int number) => Word(Kinds, number);

    private static string Word(string[] words, int number) =>
        number >= 0 && number < words.Length ? words[number] : number.ToString(CultureInfo.InvariantCulture);
}
