package org.hybridlab.provision;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.cluster.kubeconfig.KubeConfig;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.Command;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.common.process.Result;
import org.hybridlab.config.model.Os;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.windows.WindowsLabs;

/**
 * A real control plane of the bundle's programs, set up by the real kubeadm with the lab's own settings, on a loopback
 * address of this host: etcd, API server, and of the controllers those that joining takes. No node, no pod, no root.
 *
 * <p>The lab must be one of {@link WindowsLabs#nearby}. Its context knows the cluster once this has started.
 */
public final class BareControlPlane implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration END = Duration.ofSeconds(20);
    private static final String CONTROLLERS = String.join(",", "bootstrap-signer-controller",
            "certificatesigningrequest-approving-controller", "certificatesigningrequest-signing-controller",
            "serviceaccount-controller", "root-ca-certificate-publisher-controller");
    /** RFC 5737. kubeadm refuses loopback addresses, for what it advertises only. */
    private static final String ADVERTISED = "192.0.2.1";

    private final LabContext labContext;
    private final Path folder;
    private final Bundle bundle;
    private final String address;
    private final LocalProcesses processes = new LocalProcesses();
    private final List<Process> running = new ArrayList<>();

    private BareControlPlane(LabContext labContext, Path folder) {
        this.labContext = labContext;
        this.folder = folder;
        this.bundle = WindowsLabs.bundle(labContext.lab(), Os.LINUX)
                .orElseThrow(() -> new AssertionError("no bundle: ./hybridlab bundle get"));
        this.address = labContext.lab().apiAddress().toString();
    }

    public static BareControlPlane start(LabContext labContext, Path folder) throws IOException {
        BareControlPlane controlPlane = new BareControlPlane(labContext, Files.createDirectories(folder));
        try {
            controlPlane.begin();
            return controlPlane;
        } catch (IOException | RuntimeException | AssertionError e) {
            controlPlane.close();
            throw e;
        }
    }

    private void begin() throws IOException {
        String settings = labContext.files().kubeadmInit()
                .replaceFirst("advertiseAddress: .*", "advertiseAddress: " + ADVERTISED);
        Path config = Files.writeString(folder.resolve("init.yaml"), settings);
        Path withFolder = Files.writeString(folder.resolve("init-keys.yaml"), settings
                .replaceFirst("kind: ClusterConfiguration\n", "$0certificatesDir: " + path("pki") + "\n"));
        kubeadm("certs", "all", "--config", withFolder.toString());
        kubeadm("kubeconfig", "super-admin", "--config", withFolder.toString(), "--kubeconfig-dir", folder.toString());
        labContext.keepCluster(KubeConfig.read(folder.resolve("super-admin.conf")));
        etcd();
        apiServer();
        await("the API server, see " + folder).atMost(START).ignoreExceptions()
                .until(() -> labContext.cluster().api().isReady());
        controllerManager();
        kubeadm("upload-config", "all", "--config", config.toString(), "--kubeconfig", path("super-admin.conf"));
        kubeadm("bootstrap-token", "--config", config.toString(), "--kubeconfig", path("super-admin.conf"));
    }

    private void kubeadm(String... phase) {
        Command command = Command.of(bundle.file("kubeadm").toString(), "init", "phase").with(phase);
        processes.run(command, line -> { }, new Cancellation()).orFail("kubeadm", "a phase of kubeadm init failed", "");
    }

    private void etcd() throws IOException {
        // 2379 of this address is nobody else's, as the address is not.
        String client = "http://" + address + ":2379";
        run("etcd", "--data-dir", path("etcd"), "--unsafe-no-fsync", "--listen-client-urls", client,
                "--advertise-client-urls", client, "--listen-peer-urls", "http://" + address + ":2380");
    }

    /** As kubeadm starts it, see its manifest; without the privileged ones, HostProcess pods would be refused. */
    private void apiServer() throws IOException {
        run("kube-apiserver", "--etcd-servers", "http://" + address + ":2379", "--bind-address", address,
                "--advertise-address", ADVERTISED, "--secure-port", "6443", "--allow-privileged=true",
                "--authorization-mode", "Node,RBAC", "--enable-admission-plugins", "NodeRestriction",
                "--enable-bootstrap-token-auth=true", "--client-ca-file", path("pki/ca.crt"),
                "--tls-cert-file", path("pki/apiserver.crt"), "--tls-private-key-file", path("pki/apiserver.key"),
                "--service-account-issuer", "https://kubernetes.default.svc.cluster.local",
                "--service-account-key-file", path("pki/sa.pub"),
                "--service-account-signing-key-file", path("pki/sa.key"),
                "--service-cluster-ip-range", labContext.lab().network().services().toString());
    }

    private void controllerManager() throws IOException {
        // The controller manager's own kubeconfig leads to the advertised address.
        String kubeconfig = path("super-admin.conf");
        run("kube-controller-manager", "--kubeconfig", kubeconfig, "--authentication-kubeconfig", kubeconfig,
                "--authorization-kubeconfig", kubeconfig, "--bind-address", address, "--leader-elect=false",
                "--controllers", CONTROLLERS, "--cluster-signing-cert-file", path("pki/ca.crt"),
                "--cluster-signing-key-file", path("pki/ca.key"), "--root-ca-file", path("pki/ca.crt"),
                "--service-account-private-key-file", path("pki/sa.key"), "--use-service-account-credentials");
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(bundle.file(program).toString()));
        words.addAll(List.of(arguments));
        running.add(new ProcessBuilder(words).redirectErrorStream(true)
                .redirectOutput(folder.resolve(program + ".log").toFile()).start());
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    /** As the administrator. */
    public Result admin(String stdin, String... words) {
        return kubectl(stdin, Command.of(bundle.file("kubectl").toString(), "--kubeconfig", path("super-admin.conf"))
                .with(words));
    }

    /**
     * @param token of the caller
     * @param stdin what {@code -f -} reads
     */
    public Result as(String token, String stdin, String... words) {
        return kubectl(stdin, Command.of(bundle.file("kubectl").toString(),
                "--server", "https://" + address + ":6443", "--certificate-authority", path("pki/ca.crt"),
                "--token", token).with(words).env("KUBECONFIG", path("none")));
    }

    /** What the API server answers; kubectl would read the object first, which is a right of its own. */
    public String patch(String token, String path, String body) {
        Command command = Command.of("curl", "--silent", "--show-error", "--cacert", path("pki/ca.crt"),
                "--request", "PATCH", "--header", "Content-Type: application/merge-patch+json",
                "--header", "Authorization: Bearer " + token, "--data", body, "https://" + address + ":6443" + path);
        return processes.run(command, line -> { }, new Cancellation()).stdout();
    }

    private Result kubectl(String stdin, Command command) {
        // A home of its own, so that nothing of the caller's is used.
        return processes.run(command.stdin(stdin).env("HOME", folder.toString()), line -> { }, new Cancellation());
    }

    /** As the administrator, and it must end well. */
    public String must(String stdin, String... words) {
        Result result = admin(stdin, words);
        if (!result.ok()) {
            throw new AssertionError("kubectl %s: %s%s".formatted(List.of(words), result.stdout(), result.stderr()));
        }
        return result.stdout();
    }

    /** The last that began ends first, so that none waits for another. */
    @Override
    public void close() {
        Collections.reverse(running);
        for (Process process : running) {
            process.destroy();
            process.onExit().completeOnTimeout(process, END.toSeconds(), TimeUnit.SECONDS).join();
            process.destroyForcibly();
        }
    }
}
