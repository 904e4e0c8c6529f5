package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/** A component of one version and platform, the unit of fetch and cache. */
record BundlePart(Component component, String version, KubernetesVersion kubernetes, Os os, Arch arch) {

    /** For example {@code etcd/3.6.16-linux-amd64}, below the cache. */
    String folder() {
        return "%s/%s-%s-%s".formatted(component.name(), version, os.id(), arch.id());
    }

    /** For example {@code etcd 3.6.16 for linux-amd64}. */
    String title() {
        return "%s %s for %s-%s".formatted(component.name(), version, os.id(), arch.id());
    }

    List<String> names() {
        return List.copyOf(component.files().get(os).keySet());
    }

    String fileName(String name) {
        return os == Os.WINDOWS ? name + ".exe" : name;
    }

    Map<String, String> packages() {
        Map<String, String> packages = new LinkedHashMap<>();
        component.files().get(os).forEach((name, source) -> packages.put(fileName(name), source));
        return packages;
    }

    /** Replaces placeholders, except {@code {file}} for {@link #fill(String, String)}. */
    String fill(String text) {
        return text.replace("{version}", version).replace("{version-branch}", version.replaceFirst("\\.[^.]*$", ""))
                .replace("{os}", os.id()).replace("{arch}", arch.id())
                .replace("{kubernetes-branch}", kubernetes.branch())
                .replace("{kubernetes-minor}", Integer.toString(kubernetes.minor()));
    }

    String fill(String text, String name) {
        return fill(text).replace("{file}", fileName(name));
    }
}
