namespace AsyncLoad.Host.Pressure;

/// <summary>
/// A share that is kept to without chance: whether the next one belongs to it follows from what has been done so far, before its size is known.
/// So what is done never strays from the share by more than the largest size, and large sizes are as likely to be taken as small ones.
/// </summary>
/// <param name="Parts">Its numerator; 0 for none.</param>
/// <param name="Whole">Its denominator: 100 or 1,000.</param>
internal readonly record struct Share(int Parts, int Whole)
{
    /// <summary>Whether the next one belongs to it.</summary>
    public bool IsDue(long done, long total) => Parts > 0 && done * Whole <= total * Parts;
}
