package org.hybridlab.artifact.bundle;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/**
 * Everything from outside for one kind of machine. Files are in the cache, and images are made from them.
 *
 * @param versions by component, for example {@code etcd} and {@code 3.6.16}
 * @param files by name without {@code .exe}
 * @param sums SHA-256 by the same name
 * @param images by short name; empty for Windows
 */
public record Bundle(KubernetesVersion kubernetes, Os os, Arch arch, Map<String, String> versions,
                     Map<String, Path> files, Map<String, String> sums, Map<String, ImageSpec> images) {
    public Bundle {
        versions = Map.copyOf(versions);
        files = Map.copyOf(files);
        sums = Map.copyOf(sums);
        images = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(images));
    }

    /** @throws IllegalArgumentException for an unknown name */
    public Path file(String name) {
        return known(files, name, "file");
    }

    /** @throws IllegalArgumentException for an unknown component */
    public String version(String component) {
        return known(versions, component, "component");
    }

    /**
     * @param name {@code etcd}, {@code coredns}, {@code flannel}, {@code agnhost}, {@code pause}, {@code
     * kube-apiserver}, ...
     * @throws IllegalArgumentException for an unknown name
     */
    public ImageSpec image(String name) {
        return known(images, name, "image");
    }

    private <T> T known(Map<String, T> all, String name, String kind) {
        T one = all.get(name);
        if (one == null) {
            throw new IllegalArgumentException("the bundle of Kubernetes %s for %s has no %s '%s', but %s"
                    .formatted(kubernetes, os.id(), kind, name, List.copyOf(all.keySet())));
        }
        return one;
    }
}
