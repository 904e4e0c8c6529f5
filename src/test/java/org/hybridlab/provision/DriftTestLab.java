package org.hybridlab.provision;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.nio.file.Files;
import java.nio.file.Path;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.fake.FakeApi;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;

/** Labs whose workspace knows a cluster, for which a fake API server answers. */
final class DriftTestLab {
    private DriftTestLab() {
    }

    /** @param folder with a {@code lab.yaml} */
    static LabContext of(Path folder, FakeApi api, Processes processes) {
        LabContext planned = WindowsLabs.labContext(WindowsLabs.created(folder.resolve("lab.yaml"), ProviderName.DOCKER,
                folder)
                .lab(), folder, processes);
        unchecked(() -> {
            Files.createDirectories(planned.workspace().folder().resolve("kubernetes"));
            Files.writeString(planned.workspace().kubeconfig(), HealthyLab.kubeconfig(HealthyLab.AUTHORITY));
            Files.writeString(planned.workspace().folder().resolve("kubernetes/ca.crt"), HealthyLab.AUTHORITY);
        });
        return new FakeParts(planned).cluster(api).labContext();
    }
}
