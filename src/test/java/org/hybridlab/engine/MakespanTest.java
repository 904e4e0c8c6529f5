package org.hybridlab.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

import org.hybridlab.engine.SimulatedMakespan.Ratio;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MakespanTest {
    @TempDir
    Path dir;

    @Test
    void medianPlan_takesFivePercentMoreAtMost() {
        List<Ratio> ratios = SimulatedMakespan.measure(dir, 11, 400);

        assertThat(median(ratios, Ratio::first)).isBetween(1.0, 1.05);
        assertThat(median(ratios, Ratio::later)).isBetween(1.0, 1.05);
    }

    private static double median(List<Ratio> ratios, ToDoubleFunction<Ratio> which) {
        List<Double> sorted = ratios.stream().mapToDouble(which).sorted().boxed().toList();
        return sorted.get(sorted.size() / 2);
    }
}
