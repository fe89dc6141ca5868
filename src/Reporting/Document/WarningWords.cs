namespace AsyncLoad.Reporting.Document;

/// <summary>What warnings of one kind have in common, where each has its own figures.</summary>
internal static class WarningWords
{
    /// <summary>What was found, and what it does to the figures; null where each has to say so itself.</summary>
    public static string? Of(string id) => id switch
    {
        "no-steady-state" => "Warm-up reached its limit before the rate was steady, so code may still have been compiled while it was measured.",
        "held-busy" => "Processes used the processor while they were held, which slowed one side more than the other and moved the ratio.",
        "two-levels" => "Processes of a side run at one of two speeds, so the ratio of a pair depends on the speeds of its two processes.",
        "few-collections" => "Some pairs have too few collections to measure what collections cost.",
        "pressure-off-target" => "The pressure delivered is not the pressure that was asked for.",
        "device-off-target" => "The simulated device delivered a different latency than it was asked for.",
        "throttled" => "The control group held processes back for using more than their quota.",
        "stolen" => "The host of the virtual machine took processor time away.",
        "machine-busy" => "Other processes used the processors while pairs were measured, which makes pairs differ more.",
        "uneven-cores" => "The two sides spent different shares of their time on the cores.",
        "trace-check-failed" => "Traces disagree with the counters of their processes.",
        "traced-events-lost" => "Traces lack events, so their sums are too small.",
        "traced-run-failed" => "Traced runs crashed, or their traces cannot be read to the end. Times and bytes do not rest on them.",
        "wide-interval" => "The interval still allows more than one answer.",
        "bytes-vary" => "Operations suspend, and bytes per operation differ from slice to slice: the figure is their mean.",
        "bytes-disagree" => "Bytes per operation differ from slice to slice though nothing suspends, so there is no figure.",
        "early-bytes" => "The first operations, before their code was optimised, allocated a different number of bytes than was counted later.",
        "frequency-varied" => "The clock of the cores differed from pair to pair. Ratios hold; times do not.",
        "pair-retried" => "A pair failed once and succeeded the second time.",
        "arrivals-dropped" => "Arrivals were dropped because the largest allowed number of operations was running.",
        "loop-cost" => "A call takes no longer than one that does nothing: the ratio compares the loop around the call.",
        "cell-dropped" => "Pairs failed twice or were refused, so there is no verdict.",
        _ => null,
    };
}
