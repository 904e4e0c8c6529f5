package org.hybridlab.service;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import org.hybridlab.artifact.bundle.Sha256;
import org.hybridlab.artifact.image.TestImage;
import org.hybridlab.common.process.Command;
import org.hybridlab.fake.FakeDocker;
import org.hybridlab.fake.FakePrograms;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fake docker with images, and the containerd of each machine behind ssh. It refuses an archive that lacks a blob of
 * a layer without a snapshot, and names the image before. The real one unpacks layers, and removes what nothing names.
 */
final class FakeContainerds extends FakeDocker {
    /** Of docker, by name. */
    final Map<String, TestImage> built = new ConcurrentHashMap<>();
    /** Digests by machine and name. */
    final Map<String, Map<String, String>> images = new ConcurrentHashMap<>();
    final Map<String, Set<String>> snapshots = new ConcurrentHashMap<>();
    /** Contents of the files in all imports. */
    final List<String> sent = new CopyOnWriteArrayList<>();
    /** What machines say instead of their answer. */
    final Map<String, Answer> instead = new ConcurrentHashMap<>();
    volatile boolean diskFull;
    volatile boolean comparesDigests;

    @Override
    protected Answer answer(Command command) {
        List<String> words = command.words();
        if (words.get(0).equals("ssh")) {
            return inMachine(words.get(words.size() - 2), FakePrograms.remote(command), command);
        }
        if (words.get(0).equals("docker") && words.get(1).equals("image")) {
            return built.containsKey(words.get(words.size() - 1)) ? Answer.printing("sha256:1")
                    : Answer.failing("Error: No such image");
        }
        if (words.get(0).equals("docker") && words.get(1).equals("save")) {
            String name = words.get(words.size() - 1);
            TestImage.write(built.get(name).dockerSave(name), Path.of(words.get(words.indexOf("--output") + 1)));
            return Answer.DONE;
        }
        return words.get(0).matches("podman|nerdctl") ? Answer.failing("no such image") : super.answer(command);
    }

    private Answer inMachine(String machine, String remote, Command command) {
        if (instead.containsKey(machine)) {
            return instead.get(machine);
        }
        Map<String, String> has = images.computeIfAbsent(machine, name -> new ConcurrentHashMap<>());
        Set<String> chains = snapshots.computeIfAbsent(machine, name -> ConcurrentHashMap.newKeySet());
        if (remote.contains("images import") && diskFull) {
            return Answer.failing("ctr: failed to copy: write /var/lib/containerd/x: no space left on device");
        }
        if (remote.contains("images import")) {
            return imported(TestImage.read(command.stdin().orElse(""), command.stdinFiles()), has, chains);
        }
        if (remote.contains("images rm")) {
            has.keySet().removeIf(name -> remote.endsWith(name) || remote.contains(name + " "));
            return Answer.DONE;
        }
        StringBuilder tables = new StringBuilder("REF TYPE DIGEST SIZE PLATFORMS LABELS\n");
        new LinkedHashMap<>(has).forEach((name, digest) -> tables.append("%s application/x %s 3 B linux -\n".formatted(
                name, digest)));
        tables.append("KEY PARENT KIND\n");
        new TreeSet<>(chains).forEach(chain -> tables.append(chain).append(" - Committed\n"));
        return Answer.printing(tables.toString());
    }

    private Answer imported(Map<String, String> files, Map<String, String> has, Set<String> chains) {
        sent.addAll(files.values());
        if (comparesDigests) {
            files.entrySet().removeIf(one -> one.getKey().startsWith("blobs/")
                    && !TestImage.blob(one.getValue()).equals(one.getKey()));
        }
        JsonNode descriptor = json(files.get("index.json")).path("manifests").path(0);
        JsonNode manifest = json(blob(files, descriptor.path("digest").asString()));
        JsonNode config = json(blob(files, manifest.path("config").path("digest").asString()));
        has.put(descriptor.path("annotations").path("io.containerd.image.name").asString(),
                descriptor.path("digest").asString());
        String chain = "";
        for (int i = 0; i < manifest.path("layers").size(); i++) {
            String content = config.path("rootfs").path("diff_ids").path(i).asString();
            chain = chain.isEmpty() ? content : "sha256:" + Sha256.of(chain + " " + content);
            String digest = manifest.path("layers").path(i).path("digest").asString();
            if (!chains.contains(chain) && blob(files, digest) == null) {
                return Answer.failing("ctr: content digest " + digest + ": not found");
            }
            chains.add(chain);
        }
        return Answer.DONE;
    }

    private static String blob(Map<String, String> files, String digest) {
        return files.get("blobs/sha256/" + digest.substring(7));
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
