package org.hybridlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.junit.jupiter.api.Test;

class TrainingLabTest {
    @Test
    void trainingLab_asked_answersStatusByTls() throws Exception {
        try (TrainingLab lab = TrainingLab.open(new LocalProcesses())) {
            assertThat(LabFile.read(Path.of(lab.word(), "lab.yaml"), Cidr.parse("192.168.57.0/24")).problems())
                    .isEmpty();

            Cluster cluster = Cluster.at(lab.workspace().kubeconfig());

            assertThat(cluster.api().isReady()).isTrue();
            assertThat(cluster.nodes()).isEmpty();
        }
    }

    /** However many containers docker knows here, and whether it runs. */
    @Test
    void status_asksTheApiServer() throws Exception {
        try (TrainingLab lab = TrainingLab.open(new LocalProcesses())) {
            Main.run(lab.session(Training.quiet()), "status", lab.word());

            assertThat(lab.requests()).isPositive();
        }
    }

    @Test
    void nothingOfItIsLeft() throws Exception {
        Path folder;
        try (TrainingLab lab = TrainingLab.open(new LocalProcesses())) {
            folder = Path.of(lab.word());
            assertThat(folder).isDirectory();
        }

        assertThat(folder).doesNotExist();
    }
}
