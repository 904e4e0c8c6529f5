package org.hybridlab.provision.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.common.process.Processes;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.engine.plan.Probe;
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
    private static final Processes ALL_OFF = (command, lines, cancellation) ->
            new Result(command, 0, "", "", Duration.ZERO);

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

    /** What a user put there stays; members of etcd may be on machines of their own. */
    @ParameterizedTest
    @CsvSource({"pki/etcd/ca.key, 'etcd local,control-plane apiserver,control-plane scheduler'",
        "pki/ca.key, 'control-plane apiserver,control-plane scheduler'"})
    void manifests_thatAreGone_areWrittenAgain(String key, String phases) throws Exception {
        for (String file : List.of(key, "manifests/kube-controller-manager.yaml", "manifests/web.yaml")) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.writeString(folder.resolve(file), "there");
        }
        Path kubeadm = Files.writeString(folder.resolve("kubeadm"), "#!/bin/sh\necho phase: $3 $4\n");
        assertThat(kubeadm.toFile().setExecutable(true)).isTrue();
        ProcessBuilder words = new ProcessBuilder("sh", "-c", ControlPlaneInitialised.MANIFESTS
                .replace("/etc/kubernetes", folder.toString()));
        words.environment().merge("PATH", folder.toString(), (path, first) -> first + ":" + path);

        Process shell = words.start();

        assertThat(new String(shell.getInputStream().readAllBytes()).lines().filter(line -> line.startsWith("phase: ")))
                .containsExactly(Stream.of(phases.split(",")).map("phase: "::concat).toArray(String[]::new));
        assertThat(shell.waitFor()).isZero();
    }
}
