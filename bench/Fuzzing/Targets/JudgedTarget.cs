namespace AsyncLoad.Fuzzing.Targets;

/// <summary>Damaged journals, each judged, reported, compared and joined.</summary>
internal sealed class JudgedTarget : JournalTarget
{
    public override string Name => "judged";

    public override int Divisor => 50;

    protected override bool Judges(byte[] input) => true;
}
