package org.hybridlab.provision;

import static org.hybridlab.fake.Unchecked.unchecked;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.fake.FakeParts;
import org.hybridlab.fake.StubProgram;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.render.Timeouts;
import org.hybridlab.provision.up.UpPlanner;
import org.hybridlab.provision.windows.WindowsLabs;

/**
 * A lab that is up, with the product's own steps: machines that {@link MachinesInFolders} plays, with what kubeadm left
 * there, and a {@link HealthyApi}. Waits end at once.
 */
public final class HealthyLab {
    public static final String THREE_CONTROL_PLANES = """
            name: three
            kubernetes: 1.36
            machines: [{name: control, role: control-plane, count: 3}, {name: node}]
            """;
    public static final String ETCD_APART = """
            name: apart
            kubernetes: 1.36
            machines: [{name: control, role: control-plane}, {name: store, role: etcd, count: 3}, {name: node}]
            """;
    public static final String AUTHORITY = "-----BEGIN CERTIFICATE-----\nours\n-----END CERTIFICATE-----\n";
    private static final String LASTING = certificate("2126");
    private static final Duration AT_ONCE = Duration.ofMillis(100);
    /** A look calls programs on a machine, which a busy host starts late. */
    private static final Duration SOON = Duration.ofSeconds(2);
    private static final Timeouts PACE = new Timeouts(AT_ONCE, SOON, AT_ONCE, AT_ONCE, AT_ONCE, AT_ONCE, SOON,
            AT_ONCE,
            AT_ONCE, AT_ONCE, AT_ONCE);
    /** Steps that get files from the network, or only wait. */
    private static final List<String> NOT_IN_MACHINES = List.of("box-ready", "box-downloaded/", "node-payload-ready",
            "machine-running/", "windows-bundle-ready", "simulation-bundle-ready", "metrics-bundle-ready",
            "images-fetched", "node-ready/", "app-ready/", "metrics-served", "storage-served",
            "simulator-running", "machine-equipped/", "programs-sent/", "images-sent/",
            "machine-rebooted/", "hns-network-present/", "host-network-ready");

    public final MachinesInFolders machines;
    public final HealthyApi api;
    public final LabContext labContext;

    /** @param text of the lab file */
    public HealthyLab(Path folder, String text) {
        this(create(folder), WindowsLabs.open(WindowsLabs.lab(text, folder), folder), PACE);
    }

    /** @param folder of the machines, and of what would be the user's cache */
    public HealthyLab(Path folder, OpenLab open, Timeouts timeouts) {
        LabContext ready = WindowsLabs.labContext(open, folder, (command, lines, cancellation) -> null);
        Map<String, String> windows = new HashMap<>();
        machines = new MachinesInFolders(folder.resolve("machines"), ready.lab(), windows)
                .prefix(ready.id().machine(""));
        api = new HealthyApi(ready.lab());
        LabContext real = WindowsLabs.labContext(open, folder, machines);
        labContext = new FakeParts(real).cluster(api).pace(timeouts).labContext();
        real.workspace().create();
        real.workspace().write("kubeconfig", kubeconfig(AUTHORITY));
        real.workspace().write("kubernetes/ca.crt", AUTHORITY);
        real.files().writeTo(real.workspace());
        real.lab().machines().forEach(machine -> real.workspace().write("ssh/" + machine.name() + ".conf", ""));
        real.lab().machines().stream().filter(machine -> !machine.isWindows()).forEach(this::joined);
        windows.put("C:\\etc\\kubernetes\\kubelet.conf", kubeconfig(AUTHORITY));
        windows.put("C:\\hybridlab\\done\\joined", Fingerprint.of(AUTHORITY));
    }

    private void joined(Machine machine) {
        String name = machine.name();
        Lab lab = labContext.lab();
        StubProgram.write(machines.disk(name).resolve("usr/local/bin/kubelet"),
                "echo Kubernetes " + machine.kubernetes().tag());
        machines.write(name, "/answers", "ok").write(name, "/members", HealthyApi.members(lab.etcdMembers().isEmpty()
                ? lab.nodes() : lab.etcdMembers()));
        if (machine.isEtcd()) {
            machines.write(name, "/var/lib/etcd/member/snap", "data")
                    .write(name, "/etc/kubernetes/pki/etcd/ca.key", "k")
                    .write(name, "/etc/kubernetes/pki/etcd/server.crt", LASTING)
                    .write(name, "/etc/kubernetes/pki/etcd/peer.crt", LASTING)
                    .write(name, "/etc/hybridlab/etcd-member", Fingerprint.of(labContext.files().etcd().get(name)));
            return;
        }
        machines.write(name, "/etc/kubernetes/kubelet.conf", kubeconfig(AUTHORITY))
                .write(name, "/etc/kubernetes/pki/ca.crt", AUTHORITY)
                .write(name, "/var/lib/kubelet/config.yaml", "kind: KubeletConfiguration")
                .write(name, "/run/hybridlab/prepared", Fingerprint.of(labContext.files().prepare().get(name)));
        if (machine.isControlPlane()) {
            machines.write(name, "/etc/kubernetes/admin.conf",
                            kubeconfig(AUTHORITY).replace("192.168.57.11", lab.apiAddress().toString()))
                    .write(name, "/etc/kubernetes/pki/ca.key", "k")
                    .write(name, "/etc/kubernetes/pki/apiserver.crt", LASTING)
                    .write(name, "/etc/kubernetes/pki/front-proxy-client.crt", LASTING)
                    .write(name, "/etc/kubernetes/hybridlab-initialised", "");
            for (String pod : List.of("kube-apiserver", "kube-controller-manager", "kube-scheduler", "etcd")) {
                machines.write(name, "/etc/kubernetes/manifests/" + pod + ".yaml", "kind: Pod");
            }
            machines.write(name, "/etc/kubernetes/manifests/kube-apiserver.yaml", apiServer(lab.etcdMembers().stream()
                    .map(member -> "https://%s:2379".formatted(member.address())).toList()));
            if (!lab.hasExternalEtcd()) {
                machines.write(name, "/var/lib/etcd/member/snap", "data");
            }
        }
        if (lab.joining().contains(machine)) {
            machines.write(name, "/etc/kubernetes/hybridlab-joined", Fingerprint.of(AUTHORITY));
        }
    }

    /** As kubeadm writes it, as far as it says where etcd is. */
    public static String apiServer(List<String> etcd) {
        return """
                kind: Pod
                spec:
                  containers:
                  - command:
                    - kube-apiserver
                    - --etcd-servers=%s
                    - --secure-port=6443
                """.formatted(String.join(",", etcd));
    }

    public static String kubeconfig(String authority) {
        return """
                apiVersion: v1
                clusters:
                - cluster:
                    certificate-authority-data: %s
                    server: https://192.168.57.11:6443
                  name: lab
                contexts: [{name: a, context: {cluster: lab, user: a}}]
                current-context: a
                users: [{name: a, user: {client-certificate-data: %s, client-key-data: YQ==}}]
                """.formatted(base64(authority), base64(LASTING));
    }

    private static String base64(String pem) {
        return Base64.getEncoder().encodeToString(pem.getBytes(StandardCharsets.UTF_8));
    }

    /** A certificate of the tests, by the last day of its name. */
    public static String certificate(String until) {
        try (InputStream stream = HealthyLab.class.getResourceAsStream("/certificates/until-" + until + ".pem")) {
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a killed hybridlab did not come to write, on all machines. */
    public void loseMarks() {
        labContext.lab().machines().forEach(machine -> Stream.of("hybridlab-joined", "hybridlab-initialised").forEach(
                mark -> MachinesInFolders.delete(machines.disk(machine.name()).resolve("etc/kubernetes/" + mark))));
    }

    /** A machine that was made a moment ago. */
    public void empty(String machine) {
        for (String folder : List.of("etc", "var")) {
            try (Stream<Path> files = Files.walk(machines.disk(machine).resolve(folder))) {
                files.sorted(Comparator.reverseOrder()).forEach(MachinesInFolders::delete);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        // Of every box.
        create(machines.disk(machine).resolve("etc/kubernetes/manifests"));
    }

    public void remove(String machine, String path) {
        MachinesInFolders.delete(Path.of(machines.disk(machine) + path));
    }

    /** Neither kubeconfig nor authority are known on the host. */
    public void loseWorkspace() {
        MachinesInFolders.delete(labContext.workspace().kubeconfig());
        MachinesInFolders.delete(labContext.workspace().folder().resolve("kubernetes/ca.crt"));
    }

    private static Path create(Path folder) {
        return unchecked(() -> Files.createDirectories(folder));
    }

    /** The steps that do something to a machine or the cluster; of machines with the same role, one's. */
    List<Step> steps() {
        Set<String> kinds = new HashSet<>();
        return UpPlanner.plan(labContext).steps().stream()
                .filter(step -> NOT_IN_MACHINES.stream().noneMatch(step.id()::startsWith))
                .filter(step -> kinds.add(step.id().replaceFirst("[2-9]$", "s"))).toList();
    }

    /** What kubeadm and etcd keep on the machines. */
    List<String> kept() {
        return labContext.lab().machines().stream().filter(machine -> !machine.isWindows())
                .flatMap(machine -> machines.files(machine.name()).stream()
                        .filter(file -> file.startsWith("etc/kubernetes/") || file.startsWith("var/lib/"))
                        .filter(file -> !file.contains("hybridlab-")).map(file -> machine.name() + ":" + file))
                .sorted().toList();
    }
}
