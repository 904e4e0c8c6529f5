package org.hybridlab.provision;

import java.io.IOException;
import java.nio.file.Path;

import org.hybridlab.config.file.GeneratedFile;
import org.hybridlab.config.file.LabLocation;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code up} would do for each lab that comes with hybridlab. */
class GoldenPlansTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("org.hybridlab.provision.ShippedLabPlansTest#labs")
    void planOfShippedLab_isTheGoldenOne(LabLocation lab) throws IOException {
        golden(lab, "docker", UpPlanner.plan(WindowsLabs.simulating(lab.file(), ProviderName.DOCKER, folder)));
        golden(lab, "virtualbox", UpPlanner.plan(WindowsLabs.created(lab.file(), ProviderName.VIRTUALBOX, folder)));
    }

    private static void golden(LabLocation lab, String provider, Plan plan) throws IOException {
        String name = "%s-%s".formatted(lab.folder().getFileName(), provider);
        GoldenPlans.write(name, plan);
        GeneratedFile.assertUpToDate(Path.of("src/test/resources/golden/plans", name + ".txt"),
                GoldenPlans.text(plan, false));
    }
}
