package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;
import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.error.ExitCode;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.state.JoinedCluster;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lab whose machines have joined a cluster; that cluster itself is never asked here. */
class ClusterKnownTest {
    @TempDir
    private Path folder;
    private final QuietContext context = new QuietContext();
    private LabContext labContext;

    @BeforeEach
    void joined() throws IOException {
        Path file = Files.writeString(folder.resolve("lab.yaml"), """
                name: guests
                cluster: {kubeconfig: theirs.yaml}
                machines: [{name: linux}]
                """);
        theirs("one authority");
        labContext = WindowsLabs.labContext(LabFile.read(file, Cidr.parse("192.168.57.0/24")).orThrow(), folder,
                new LocalProcesses());
        labContext.keepCluster(KubeConfig.read(folder.resolve("theirs.yaml")));
        new JoinedCluster(labContext.workspace()).begin();
    }

    @Test
    void theKubeconfigOfAnotherClusterIsRefused() {
        theirs("another authority");

        assertThat(new ClusterKnown(labContext).probe(context).reason()).contains("is of another cluster now");
        LabException e = failure(() -> new ClusterKnown(labContext).run(context));
        assertThat(e.id()).isEqualTo("cluster-changed");
        assertThat(e.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(e.advice()).contains("hybridlab destroy guests");
    }

    /** It is then asked, by certificates that are none here. */
    @Test
    void theSameClusterIsGoneOnWith() {
        assertThat(failure(() -> new ClusterKnown(labContext).run(context)).id()).isNotEqualTo("cluster-changed");
    }

    /** Its file has got a {@code cluster} since: its kubeconfig is the only one of that cluster. */
    @Test
    void ownCluster_isNotReplaced_byAnother() throws IOException {
        Files.delete(labContext.workspace().folder().resolve("kubernetes/made-in-cluster.txt"));
        theirs("another authority");

        assertRefused();
    }

    @Test
    void lostKubeconfig_letsNoOtherClusterIn() throws IOException {
        Files.delete(labContext.workspace().kubeconfig());
        theirs("another authority");

        assertRefused();
    }

    /** {@code destroy} would take the cluster for the lab's own. */
    @Test
    void cutOffJoin_isNotDone() throws IOException {
        Files.delete(labContext.workspace().folder().resolve("kubernetes/made-in-cluster.txt"));

        assertThat(new ClusterKnown(labContext).probe(context).reason()).contains("has not joined it yet");
    }

    private void assertRefused() {
        assertThat(new ClusterKnown(labContext).probe(context).isPresent()).isFalse();
        assertThat(failure(() -> new ClusterKnown(labContext).run(context)).id()).isEqualTo("cluster-changed");
    }

    /** Nobody listens at its port. */
    private void theirs(String authority) {
        unchecked(() -> Files.writeString(folder.resolve("theirs.yaml"), """
                current-context: a
                contexts: [{name: a, context: {cluster: one, user: me}}]
                clusters:
                  - {name: one, cluster: {server: "https://127.0.0.1:1", certificate-authority-data: %s}}
                users:
                  - {name: me, user: {client-certificate-data: %s, client-key-data: %s}}
                """.formatted(encoded(authority), encoded("certificate"), encoded("key"))));
    }

    private static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
