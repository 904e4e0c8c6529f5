package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Unchecked.writeFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.process.Processes;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.fake.FakePrograms;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provision.HealthyLab;
import org.hybridlab.provision.QuietContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ControlPlaneInitialisedTest {
    /** Fake: the provider says that no machine runs. */
    private static final Processes ALL_OFF = new FakePrograms();

    @TempDir
    private Path folder;

    /** Nobody would answer for as long as an interpreted machine may take to. */
    @Test
    void apiServer_ofStoppedMachine_isNotAwaited() throws IOException {
        LabContext labContext = WindowsLabs.labContext(LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                machines: [{name: control, role: control-plane}]
                """), Cidr.parse("192.168.57.0/24")).orThrow(), folder, ALL_OFF);
        labContext.workspace().create();
        labContext.workspace().write("kubeconfig", "");
        labContext.workspace().write("kubernetes/ca.crt", "");

        Probe probe = new ControlPlaneInitialised(labContext, Set.of()).probe(new QuietContext());

        assertThat(probe.reason()).isEqualTo("control is not running");
    }

    /** A lost kubeconfig is no lost cluster: what is on the machine would be reset. */
    @ParameterizedTest
    @CsvSource({"Y2E=, DONE", "b3RoZXI=, HALF"})
    void init_ofLostKubeconfig_isKnownByAuthority(String authority, EarlierInit.State state) throws IOException {
        String said = "begin\nauthority %s\nleft /etc/kubernetes/admin.conf\ndata\nend\n".formatted(authority);
        LabContext labContext = lostKubeconfig(FakePrograms.printing(command -> said));

        assertThat(EarlierInit.glance(labContext.guest(labContext.lab().firstControlPlane(), new QuietContext()),
                labContext).state()).isEqualTo(state);
    }

    /** The API server answers without the scheduler. */
    @ParameterizedTest
    @CsvSource({"kube-scheduler, control lacks the manifest of kube-scheduler",
        "etcd, control lacks the manifest of etcd", "web, the API server answers"})
    void lostManifest_besideServingApiServer_isMissed(String pod, String reason) {
        HealthyLab lab = new HealthyLab(folder, """
                name: one
                kubernetes: 1.36
                machines: [{name: control, role: control-plane}, {name: node}]
                """);
        lab.machines.write("control", "/etc/kubernetes/pki/etcd/ca.key", "k")
                .write("control", "/etc/kubernetes/manifests/%s.yaml".formatted(pod), "");

        Probe probe = new ControlPlaneInitialised(lab.labContext, Set.of()).probe(new QuietContext());

        assertThat(probe.reason()).isEqualTo(reason);
    }

    @Test
    void newCluster_withLostKubeconfig_isAskedFor() throws IOException {
        LabContext labContext = lostKubeconfig(ALL_OFF);

        Probe probe = new ControlPlaneInitialised(labContext, Set.of()).probe(new QuietContext());

        assertThat(probe.destroys()).hasValueSatisfying(what -> assertThat(what).contains("make a new cluster"));
    }

    private LabContext lostKubeconfig(Processes processes) throws IOException {
        LabContext labContext = WindowsLabs.labContext(LabFile.read(Files.writeString(folder.resolve("lab.yaml"), """
                machines: [{name: control, role: control-plane}]
                """), Cidr.parse("192.168.57.0/24")).orThrow(), folder, processes);
        labContext.workspace().create();
        labContext.workspace().write("kubernetes/ca.crt", "ca");
        labContext.workspace().write("ssh/control.conf", "");
        return labContext;
    }

    /** What a user put there stays; members of etcd may be on machines of their own. */
    @ParameterizedTest
    @CsvSource({"pki/etcd/ca.key, 'etcd local,control-plane apiserver,control-plane scheduler'",
        "pki/other.key, 'control-plane apiserver,control-plane scheduler'"})
    void manifests_thatAreGone_areWrittenAgain(String key, String phases) throws Exception {
        have(key, "pki/ca.crt", "admin.conf", "manifests/web.yaml", "etcd/member/snap");

        Process shell = manifests();

        assertThat(said(shell).filter(line -> line.startsWith("phase: ")))
                .containsExactly(Stream.of(phases.split(",")).map("phase: %s by v1.35.9"::formatted)
                        .toArray(String[]::new));
        assertThat(shell.waitFor()).isZero();
    }

    /** A new etcd would be empty, and a control plane without certificates is none. */
    @ParameterizedTest
    @CsvSource({"admin.conf, 'pki/ca.crt,etcd/member/snap'", "etcd/member/snap, 'pki/ca.crt,admin.conf'"})
    void manifests_besideOtherLosses_areNotWritten(String lost, String there) throws Exception {
        have("pki/etcd/ca.key");
        have(there.split(","));

        Process shell = manifests();

        assertThat(said(shell)).as("without " + lost).noneMatch(line -> line.startsWith("phase: "));
        assertThat(shell.waitFor()).isEqualTo(1);
    }

    private void have(String... files) throws IOException {
        for (String file : files) {
            writeFile(folder.resolve(file), "there");
        }
    }

    /** Of a machine with one manifest left, from before an upgrade. Fake: kubeadm. */
    private Process manifests() throws IOException {
        have("manifests/kube-controller-manager.yaml", "kubeadm-init.yaml");
        Files.writeString(folder.resolve("manifests/kube-controller-manager.yaml"),
                "    image: registry.k8s.io/kube-controller-manager:v1.35.9\n");
        Files.writeString(folder.resolve("kubeadm-init.yaml"), "a: b\nkubernetesVersion: v1.36.3\n");
        StubProgram.write(folder.resolve("kubeadm"),
                "echo phase: $3 $4 by $(sed -n 's/^kubernetesVersion: //p' \"$6\")");
        ProcessBuilder words = new ProcessBuilder("sh", "-c", ControlPlaneInitialised.MANIFESTS
                .replaceAll("/etc/kubernetes|/etc/hybridlab|/run/hybridlab", folder.toString())
                .replace("/var/lib/etcd", folder.resolve("etcd").toString()), "sh",
                folder.resolve("kubeadm-init.yaml").toString());
        words.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);
        return words.start();
    }

    private static Stream<String> said(Process shell) throws IOException {
        return new String(shell.getInputStream().readAllBytes()).lines();
    }

    /** It has the certificates and the kubeconfig that a join brings before etcd. */
    @Test
    void firstControlPlane_halfJoined_joinsAgain() throws IOException {
        HealthyLab lab = new HealthyLab(folder, HealthyLab.THREE_CONTROL_PLANES);
        Path kubernetes = lab.machines.disk("control1").resolve("etc/kubernetes");
        Files.delete(kubernetes.resolve("hybridlab-initialised"));
        Files.delete(kubernetes.resolve("manifests/etcd.yaml"));

        new ControlPlaneInitialised(lab.labContext, Set.of()).run(new QuietContext());

        assertThat(kubernetes.resolve("hybridlab-joined")).exists();
    }
}
