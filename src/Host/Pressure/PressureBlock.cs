namespace AsyncLoad.Host.Pressure;

/// <summary>What the pressurer's objects are made of: a type of its own, so that a trace tells the pressurer's bytes from the workload's.</summary>
internal readonly record struct PressureBlock(long Value)
{
    /// <summary>Bytes of an array besides its elements on x64: object header, method table pointer, length.</summary>
    public const int ArrayOverhead = 24;

    /// <summary>An array of exactly <paramref name="bytes"/>, header included; a multiple of 8, 24 or more.</summary>
    public static PressureBlock[] Allocate(int bytes) => new PressureBlock[(bytes - ArrayOverhead) / sizeof(long)];
}
