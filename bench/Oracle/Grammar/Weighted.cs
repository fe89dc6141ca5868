using AsyncLoad.Fuzzing.Mutation;

namespace AsyncLoad.Oracle.Grammar;

/// <summary>Things of which some are chosen more often than others.</summary>
internal sealed class Weighted<T>(params (int Weight, T Thing)[] things)
{
    private readonly int sum = things.Sum(one => one.Weight);

    public T Choose(Dice dice)
    {
        var at = dice.Below(sum);
        foreach (var (weight, thing) in things)
        {
            if (at < weight) return thing;
            at -= weight;
        }

        throw new InvalidOperationException("the weights do not add up");
    }
}
