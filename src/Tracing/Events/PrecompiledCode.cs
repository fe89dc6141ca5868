namespace AsyncLoad.Tracing.Events;

/// <summary>Precompiled code of a method was found. Nothing of its payload is used.</summary>
internal static class PrecompiledCode
{
    public const int Id = 159;
}
