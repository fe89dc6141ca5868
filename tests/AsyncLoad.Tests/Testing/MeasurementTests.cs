using System.Diagnostics;
using System.Reflection;
using System.Reflection.Emit;
using AsyncLoad.Testing;
using Xunit;

namespace AsyncLoad.Tests.Testing;

public class MeasurementTests
{
    [Fact]
    public void A_class_is_asked_about_by_its_name_in_its_own_assembly()
    {
        var measurement = Measurement.Of<MeasurementTests>();

        Assert.Equal((typeof(MeasurementTests).Assembly, "MeasurementTests"), (measurement.Assembly, measurement.Workload));
        Assert.Null((measurement with { Load = "parallelFor" }).Refusal);
    }

    [Fact]
    public void The_program_is_asked_for_a_class_in_full_and_for_a_workload_as_it_is()
    {
        Assert.Equal("global::AsyncLoad.Tests.Testing.MeasurementTests", (Measurement.Of<MeasurementTests>() with { Load = "parallelFor" }).Asked);
        Assert.Equal("global::System.Collections.Generic.List`1[System.Int32]", Measurement.Of<List<int>>().Asked);
        Assert.Equal("List", Measurement.Of<List<int>>().Workload);
        Assert.Equal("orders", Measurement.Of(typeof(MeasurementTests).Assembly, "orders").Asked);
    }

    [Fact]
    public async Task A_debug_build_is_refused_before_anything_starts()
    {
        var measurement = Measurement.Of(Built(DebuggableAttribute.DebuggingModes.DisableOptimizations), "orders");

        Assert.Equal("orders is a Debug build, whose async methods allocate what a Release build does not: build and test with -c Release", measurement.Refusal);
        var failure = await Assert.ThrowsAsync<MeasurementException>(() => measurement.BytesAsync("price", TestContext.Current.CancellationToken));
        Assert.Equal(measurement.Refusal, failure.Message);
    }

    [Fact]
    public void An_assembly_without_a_file_is_refused() =>
        Assert.Equal("orders was not loaded from a file", Measurement.Of(Built(DebuggableAttribute.DebuggingModes.Default), "orders").Refusal);

    [Fact]
    public async Task A_program_that_is_not_there_is_missed_by_its_path()
    {
        var failure = await Assert.ThrowsAsync<MeasurementException>(() => Measurement.Of<MeasurementTests>().BytesAsync("price", TestContext.Current.CancellationToken));
        Assert.Contains(Path.Combine("asyncload", "asyncload.dll") + " is missing", failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "asyncload ended with exit code 6")]
    [InlineData("error: unknown workload \"Ordres\"\n", "unknown workload \"Ordres\"")]
    [InlineData("<baseline>: unknown variant\n<candidate>: unknown variant\n", "<baseline>: unknown variant\n<candidate>: unknown variant")]
    public void What_the_program_said_is_the_reason(string error, string reason) => Assert.Equal(reason, new ProgramEnd(6, error).Reason);

    [Fact]
    public void Run_folders_never_meet_and_stay_inside()
    {
        var (one, other) = (RunFolder.New("runs", "../or ders"), RunFolder.New("runs", "../or ders"));

        Assert.NotEqual(one, other);
        Assert.Equal(Path.GetFullPath("runs"), Path.GetDirectoryName(one));
        Assert.Contains("Z----or-ders-", one, StringComparison.Ordinal);
    }

    [Fact]
    public void A_class_with_several_values_of_a_parameter_has_to_be_told_which()
    {
        var failure = Assert.Throws<MeasurementException>(() => RunFolder.Read(Path.Combine(Repository.Root, "docs", "runs", "smoke")));
        Assert.StartsWith("5 comparisons were measured, one for each set of parameter values: name one value of each in Parameters, such as deep=true, result=string; run folder ", failure.Message, StringComparison.Ordinal);
    }

    // Built here, since these tests themselves are built as one thing only.
    private static AssemblyBuilder Built(DebuggableAttribute.DebuggingModes modes)
    {
        var constructor = typeof(DebuggableAttribute).GetConstructor([typeof(DebuggableAttribute.DebuggingModes)])!;
        return AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("orders"), AssemblyBuilderAccess.Run, [new CustomAttributeBuilder(constructor, [modes])]);
    }
}
