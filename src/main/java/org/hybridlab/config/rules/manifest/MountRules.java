package org.hybridlab.config.rules.manifest;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.Rule;

public final class MountRules {
    private static final String[] OF_FILES = {"configMap", "secret", "downwardAPI", "projected"};
    private static final Set<String> DEVICE_KINDS = Set.of("Socket", "CharDevice", "BlockDevice");
    private static final Pattern DRIVE = Pattern.compile("[A-Za-z]:.*", Pattern.DOTALL);
    private static final Pattern WINDOWS = Pattern.compile("[A-Za-z]:[\\\\/].*|[\\\\/].*", Pattern.DOTALL);

    public static final Rule WINDOWS_MEMORY_VOLUME = ManifestRule.ofPods("windows-memory-volume",
            "Pods for Windows have no emptyDir in memory.",
            (pod, lab) -> pod.isWindows() ? pod.node().at("volumes").items().stream()
                .map(volume -> volume.at("emptyDir", "medium"))
                .filter(medium -> medium.text().filter("Memory"::equals).isPresent())
                .map(medium -> new Flaw(medium, "Windows cannot keep an emptyDir in memory", "Leave `medium` out."))
                : Stream.of());

    /** Windows mounts folders only, and these volumes hold files. */
    public static final Rule WINDOWS_SUB_PATH = ManifestRule.ofPods("windows-sub-path",
            "Pods for Windows mount no single files.",
            MountRules::windowsSubPath);

    /** Windows containers have neither block devices nor mount propagation. */
    public static final Rule WINDOWS_MOUNTS = ManifestRule.ofPods("windows-mounts",
            "Pods for Windows use no block devices, no mount propagation and no device files.",
            MountRules::windowsMounts);

    /** In double quotes, YAML reads {@code "}C:&#92;temp{@code "} as C:, a tab, and emp. */
    public static final Rule MOUNT_PATH_ESCAPE = ManifestRule.ofPods("mount-path-escape",
            "A mount's path has no control characters, such as a tab from a backslash.",
            (pod, lab) -> paths(pod).filter(path -> !readable(path))
                .map(path -> new Flaw(path, "the path holds a control character, which YAML made of a backslash",
                        "Write C:/folder, or double each backslash.")));

    public static final Rule MOUNT_PATH = ManifestRule.ofPods("mount-path",
            "A path of a mount is absolute, and has a drive on Windows only.",
            (pod, lab) -> !pod.isWindows() && pod.namesOs() ? Stream.of()
                : paths(pod).filter(MountRules::readable).flatMap(path -> path.text().stream()
                .filter(text -> pod.isWindows() ? !WINDOWS.matcher(text).matches() : DRIVE.matcher(text).matches())
                .map(text -> new Flaw(path, "'%s' is no path of a mount on %s".formatted(text,
                        pod.isWindows() ? "Windows" : "Linux"), pod.isWindows()
                        ? "Begin with a drive and a slash, for example C:/data." : "Begin with a slash."))));

    private MountRules() {
    }

    private static Stream<Flaw> windowsSubPath(PodSpec pod, Lab lab) {
        Set<String> ofFiles = pod.node().at("volumes").items().stream()
                .filter(volume -> volume.present(OF_FILES).findAny().isPresent())
                .flatMap(volume -> volume.text("name").stream()).collect(Collectors.toSet());
        return pod.isWindows() ? pod.containers().stream()
                .filter(container -> !PodSpec.hostProcess(pod.node()) && !PodSpec.hostProcess(container))
                .flatMap(container -> container.at("volumeMounts").items().stream())
                .filter(mount -> mount.text("name").filter(ofFiles::contains).isPresent())
                .map(mount -> mount.at("subPath").or(mount.at("subPathExpr"))).filter(ManifestNode::isPresent)
                .map(path -> new Flaw(path, "Windows cannot mount a single file",
                        "Mount the whole volume into a folder of its own.")) : Stream.of();
    }

    private static Stream<Flaw> windowsMounts(PodSpec pod, Lab lab) {
        if (!pod.isWindows()) {
            return Stream.of();
        }
        Stream<ManifestNode> devices = pod.containers().stream()
                .flatMap(container -> container.present("volumeDevices"));
        Stream<ManifestNode> propagation = pod.containers().stream()
                .flatMap(container -> container.at("volumeMounts").items().stream())
                .flatMap(mount -> mount.present("mountPropagation"))
                .filter(node -> node.text().filter(word -> !word.equals("None")).isPresent());
        Stream<ManifestNode> files = pod.node().at("volumes").items().stream()
                .map(volume -> volume.at("hostPath", "type"))
                .filter(type -> type.text().filter(DEVICE_KINDS::contains).isPresent());
        return Stream.of(devices, propagation, files).flatMap(nodes -> nodes).map(node -> new Flaw(node,
                "Windows containers cannot do this", "Mount a folder instead."));
    }

    private static Stream<ManifestNode> paths(PodSpec pod) {
        return pod.containers().stream().flatMap(container -> container.at("volumeMounts").items().stream())
                .map(mount -> mount.at("mountPath")).filter(ManifestNode::isPresent);
    }

    private static boolean readable(ManifestNode path) {
        return path.text().orElse("").chars().noneMatch(Character::isISOControl);
    }
}
