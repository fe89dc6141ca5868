using System.Globalization;
using AsyncLoad.EndToEnd.Advice;
using AsyncLoad.Proof.Services;

namespace AsyncLoad.Proof;

/// <summary>Proves advice on services, and prints what does not hold.</summary>
internal static class ProofCommand
{
    private const int Fails = 1;
    private const double Missed = 0.05;
    private const double Chance = 0.001;

    /// <summary>Proves all of them: a service mostly waits, so as many at once as there are cores.</summary>
    /// <param name="isTaken">Which advice is taken.</param>
    /// <returns>The exit code: 1 where something recommended does not build or does something else, or a saving is not as promised.</returns>
    public static async Task<int> RunAsync(IReadOnlyList<Service> services, Func<PrintedAdvice, bool> isTaken)
    {
        var proofs = new ProofOfService[services.Count];
        await Parallel.ForEachAsync(services.Index(), new ParallelOptions { MaxDegreeOfParallelism = Environment.ProcessorCount }, async (service, _) =>
        {
            proofs[service.Index] = await ProveAsync(service.Item, isTaken);
            foreach (var one in proofs[service.Index].Taken) Console.Error.WriteLine(one.Short);
        });
        foreach (var (proof, service) in proofs.Zip(services))
        {
            foreach (var wrong in proof.Taken.Where(one => one.Failure is not null || one.IsOutside)) Print($"{wrong}\n");
            foreach (var wrong in proof.Overcharged) Print($"{service.Name}: {wrong}\n");
            if (proof.Whole is { } failure) Print($"{service.Name}, as a whole: {failure}\n");
        }

        return Sum(proofs);
    }

    private static async Task<ProofOfService> ProveAsync(Service service, Func<PrintedAdvice, bool> isTaken)
    {
        var folder = Directory.CreateTempSubdirectory("al-proof-");
        try
        {
            return await new ServiceProver(folder.FullName, Clone.Program, isTaken).ProveAsync(service);
        }
        catch (InvalidOperationException fault)
        {
            return new ProofOfService(0, [], fault.Message, [], []);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static int Sum(ProofOfService[] proofs)
    {
        var taken = proofs.SelectMany(proof => proof.Taken).ToList();
        var judged = taken.Count(one => one is { Promised: not null, Saved: not null });
        var (failed, outside, far) = (taken.Count(one => one.Failure is not null) + proofs.Count(proof => proof.Whole is not null), taken.Count(one => one.IsOutside), taken.Count(one => one.IsFarOutside));
        foreach (var kind in taken.GroupBy(one => $"{one.Advice.RemedyKind}, {one.Advice.Weight}").OrderByDescending(kind => kind.Count())) Print($"taken: {kind.Count()} {kind.Key}");
        var left = proofs.SelectMany(proof => proof.NotTried).ToList();
        foreach (var kind in left.GroupBy(kind => kind).OrderByDescending(kind => kind.Count())) Print($"not taken: {kind.Count()} {kind.Key}");
        Print($"{proofs.Length} services, {proofs.Sum(proof => proof.Methods)} findings, {taken.Count} remedies taken");
        Print($"{failed} do not build or do something else");
        Print($"{outside} of {judged} savings lie outside what was promised, {far} of them far");
        var overcharged = proofs.Sum(proof => proof.Overcharged.Count);
        Print($"{overcharged} methods are charged for more than they allocate");
        // What is recommended has to be proved: a new remedy is taken here, too.
        return failed > 0 || overcharged > 0 || left.Any(kind => kind.EndsWith("recommended", StringComparison.Ordinal)) || far > 0 || outside > MostByChance(judged) ? Fails : 0;
    }

    /// <summary>More of so many intervals of 95 % miss in one run of a thousand.</summary>
    private static int MostByChance(int intervals)
    {
        var (most, each) = (0, Math.Pow(1 - Missed, intervals));
        for (var covered = each; covered < 1 - Chance && most < intervals; covered += each)
        {
            each *= (intervals - most) / (most + 1.0) * Missed / (1 - Missed);
            most++;
        }

        return most;
    }

    private static void Print(FormattableString line) => Console.Out.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
