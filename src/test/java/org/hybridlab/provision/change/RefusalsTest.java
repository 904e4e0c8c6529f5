package org.hybridlab.provision.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hybridlab.fake.Failure.failure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Release;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.LabFile;
import org.hybridlab.config.file.yaml.Problem;
import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.provision.PlannedLabs;
import org.hybridlab.provision.context.LabContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused of a lab file and of manifests before a machine is made. */
class RefusalsTest {
    private static final List<Release> RELEASES =
            List.of(new Release(new KubernetesVersion(1, 36, 3), Map.of("containerd", "2.3.7")));

    @TempDir
    private Path folder;

    @Test
    void linuxLabs_ofEachEtcdKind_areAllowed() throws IOException {
        Lab lab = read("""
                containerd: 2.3.7
                machines: [{name: control, role: control-plane}, {name: node, count: 3}]
                """);
        Lab three = read("machines: [{name: control, role: control-plane, count: 3}]");
        Lab stored = read("machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}]");

        assertThat(Refusals.limits(lab, RELEASES)).isEmpty();
        assertThat(Refusals.limits(three, RELEASES)).isEmpty();
        assertThat(Refusals.limits(stored, RELEASES)).isEmpty();
    }

    @Test
    void everythingBeyondThemIsNamedAtOnce() throws IOException {
        Lab lab = read("""
                containerd: 2.2.0
                machines:
                  - {name: control, role: control-plane, count: 3}
                  - {name: old, kubernetes: 1.35}
                """);

        assertThat(Refusals.limits(lab, RELEASES)).hasSize(2).anyMatch(line -> line.startsWith("old "))
                .contains("containerd 2.2.0 is not in the bundle, which has 2.3.7");
    }

    @Test
    void linuxMachine_mayHaveABundledKubernetes() throws IOException {
        Lab older = read("machines: [{name: control, role: control-plane}, {name: old, kubernetes: 1.35.4}]");
        Lab windows = read("machines: [{name: control, role: control-plane}, "
                + "{name: win, os: windows, kubernetes: 1.35.4}]");
        Release branch = new Release(new KubernetesVersion(1, 35, 4), Map.of());

        assertThat(Refusals.limits(older, List.of(RELEASES.get(0), branch))).isEmpty();
        assertThat(Refusals.limits(older, RELEASES))
                .containsExactly("old has Kubernetes 1.35.4, which is not in the bundle");
        assertThat(Refusals.limits(windows, List.of(RELEASES.get(0), branch)))
                .containsExactly("win has a Kubernetes of its own, and Windows machines get the lab's");
    }

    @Test
    void windowsWorkersAreWithinThem() throws IOException {
        Lab lab = read("machines: [{name: control, role: control-plane}, {name: win, os: windows, count: 3}, "
                + "{name: without-ssh, computerName: OTHER, os: windows, shell: winrm}]");

        assertThat(Refusals.limits(lab, RELEASES)).isEmpty();
    }

    @Test
    void knownButUnbuiltReleases_areNamed() throws IOException {
        Lab lab = read("""
                machines: [{name: node}, {name: win, os: windows}]
                cluster: {kubeconfig: admin.conf}
                provider: libvirt
                """);

        assertThat(Refusals.limits(lab, RELEASES)).singleElement().asString().startsWith("machines of libvirt");
    }

    @Test
    void renderedTemplates_obeyTheManifestRules() throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/web.yaml.ftl"), """
                <#assign registry = "localhost:5000">
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec:
                  containers: [{name: web, image: [=registry + "/web:1"]}]
                """);
        LabContext labContext = new PlannedLabs(folder).of("""
                name: templated
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [web]
                """);

        LabException e = failure(() -> ChangingLab.refusals(labContext).checkManifests(List.of()));
        assertThat(e.id()).isEqualTo("manifests-wrong");
        assertThat(e.why().orElseThrow()).contains("web.yaml:5:", "image-loopback", "^");
    }

    @Test
    void manifestWarning_isNotSaidTwice() throws IOException {
        Files.createDirectories(folder.resolve("apps"));
        Files.writeString(folder.resolve("apps/web.yaml"), """
                apiVersion: v1
                kind: Service
                metadata: {name: web}
                spec: {type: LoadBalancer, ports: [{port: 80}]}
                """);
        LabContext labContext = new PlannedLabs(folder).of("""
                name: waiting
                machines: [{name: control, role: control-plane}, {name: node}]
                apps: [web]
                """);
        List<Problem> known = LabFile.read(folder.resolve("lab.yaml"), Cidr.parse("192.168.57.0/24")).warnings();

        Refusals refusals = ChangingLab.refusals(labContext);
        assertThat(refusals.checkManifests(List.of()))
                .extracting(Problem::ruleId).containsExactly("load-balancer");
        assertThat(refusals.checkManifests(known)).isEmpty();
    }

    private Lab read(String text) throws IOException {
        return LabFile.read(Files.writeString(folder.resolve("lab.yaml"), "name: limits\nkubernetes: 1.36\n" + text),
                Cidr.parse("192.168.57.0/24")).orThrow();
    }
}
