package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/**
 * A component in one version for one operating system and architecture: the unit that is fetched and cached.
 *
 * @param version of the component
 * @param kubernetes of the release that asks for it
 */
record BundlePart(Component component, String version, KubernetesVersion kubernetes, Os os, Arch arch) {

    /** Its folder in the cache, for example {@code etcd/3.6.16-linux-amd64}. */
    String folder() {
        return "%s/%s-%s-%s".formatted(component.name(), version, os.id(), arch.id());
    }

    /** For people, for example {@code etcd 3.6.16 for linux-amd64}. */
    String title() {
        return "%s %s for %s-%s".formatted(component.name(), version, os.id(), arch.id());
    }

    /** Names as the manifest has them, without {@code .exe}. */
    List<String> names() {
        return List.copyOf(component.files().get(os).keySet());
    }

    /** How a file is called on disk. */
    String fileName(String name) {
        return os == Os.WINDOWS ? name + ".exe" : name;
    }

    /** File name on disk and the Go package that it is built from. */
    Map<String, String> packages() {
        Map<String, String> packages = new LinkedHashMap<>();
        component.files().get(os).forEach((name, source) -> packages.put(fileName(name), source));
        return packages;
    }

    /** The text with its placeholders replaced; {@code {file}} stays for {@link #fill(String, String)}. */
    String fill(String text) {
        return text.replace("{version}", version).replace("{os}", os.id()).replace("{arch}", arch.id())
                .replace("{kubernetes-branch}", kubernetes.branch())
                .replace("{kubernetes-minor}", Integer.toString(kubernetes.minor()));
    }

    String fill(String text, String name) {
        return fill(text).replace("{file}", fileName(name));
    }
}
