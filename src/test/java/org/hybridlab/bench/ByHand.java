package org.hybridlab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.box.Boxes;
import org.hybridlab.artifact.box.NodePayload;
import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.common.process.Cancellation;
import org.hybridlab.common.process.LocalProcesses;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.host.UserFolders;

/** What the scripts below {@code bench/by-hand} are given, from the same bundle and boxes as {@code hybridlab up}. */
record ByHand(Path folder, Path kubectl, Map<String, String> variables) {
    private static final Fetching FETCHING = new Fetching(System.out::println, new Cancellation());
    private static final Path SCRIPTS = Path.of("bench/by-hand").toAbsolutePath();
    /** What kubeadm, the kubelet and containerd call; a node's boxes have more, for people. */
    private static final List<String> PACKAGES = List.of("runc", "iptables", "nftables", "ebtables", "ipset",
            "conntrack",
            "ethtool", "socat", "kmod");

    /** Makes boxes and bundle, and downloads packages, if they are not there: no way pays for them. Needs root. */
    static ByHand prepare(Path folder) throws IOException, InterruptedException {
        Map<String, String> environment = System.getenv();
        Path home = Path.of("").toAbsolutePath();
        Path cache = UserFolders.of(environment, Path.of(System.getProperty("user.home"))).cache();
        LocalProcesses processes = new LocalProcesses();
        Bundles bundles = Bundles.of(home, cache, environment, processes);
        Bundle bundle = bundles.get(bundles.releases().get(0).kubernetes(), Os.LINUX, Arch.ofThisHost(), FETCHING);
        Boxes boxes = Boxes.of(home, cache, environment, command -> command, processes);
        Files.createDirectories(folder);
        ByHand byHand = new ByHand(folder, bundle.file("kubectl"), variables(bundle, boxes));
        byHand.equip(boxes.payload(bundle, FETCHING));
        return byHand;
    }

    private static Map<String, String> variables(Bundle bundle, Boxes boxes) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("BENCH_BOX", boxes.ensure(ProviderName.DOCKER, bundle, FETCHING));
        variables.put("BENCH_STOCK", boxes.ensureStock(ProviderName.DOCKER, bundle.arch(), FETCHING));
        variables.put("BENCH_NETWORK", "192.168.177");
        variables.put("BENCH_KUBERNETES", bundle.kubernetes().toString());
        variables.put("BENCH_ETCD", bundle.image("etcd").tag());
        variables.put("BENCH_COREDNS", bundle.image("coredns").tag());
        variables.put("BENCH_FLANNEL", bundle.image("flannel").reference());
        variables.put("BENCH_KUBECTL", bundle.file("kubectl").toString());
        return variables;
    }

    /** What the book's way installs on a stock box: a node's files as a tree, packages, images. */
    private void equip(NodePayload payload) throws IOException, InterruptedException {
        Path files = folder.resolve("node-files");
        for (Map.Entry<String, NodePayload.KitFile> file : payload.files().entrySet()) {
            Path copy = files.resolve(file.getKey().substring(1));
            Files.createDirectories(copy.getParent());
            Files.copy(file.getValue().source(), copy, StandardCopyOption.REPLACE_EXISTING);
            Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString(
                    file.getValue().mode().equals("0755") ? "rwxr-xr-x" : "rw-r--r--"));
        }
        variables.put("BENCH_FILES", files.toString());
        variables.put("BENCH_IMAGES", payload.images().toString());
        variables.put("BENCH_PACKAGES", folder.resolve("packages").toString());
        List<String> words = new ArrayList<>(List.of(SCRIPTS.resolve("book/packages").toString(),
                variables.get("BENCH_PACKAGES")));
        words.addAll(PACKAGES);
        new TimedCall(words, folder, variables, folder.resolve("packages.log")).seconds();
    }

    Way hybridlab() throws IOException {
        BenchLab lab = BenchLab.called("up");
        return new Way("hybridlab", lab.up(), lab.destroy(), lab.workspace().resolve("kubeconfig"));
    }

    /** {@code bench/by-hand/NAME}: up and down, called in a folder of their own. */
    Way script(String name) {
        Path own = folder.resolve(name);
        return new Way(name, call(own, SCRIPTS.resolve(name).resolve("up")),
                call(own, SCRIPTS.resolve(name).resolve("down")), own.resolve("kubeconfig"));
    }

    private TimedCall call(Path own, Path script) {
        return new TimedCall(List.of(script.toString()), own, variables, folder.resolve(own.getFileName() + ".log"));
    }
}
