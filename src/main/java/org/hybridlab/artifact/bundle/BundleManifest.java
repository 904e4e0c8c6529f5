package org.hybridlab.artifact.bundle;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Os;

/**
 * Every file from outside that labs need: {@code data/bundle/manifest.yaml} and its sums.
 *
 * @param toolchain Go release of the sums
 * @param releases newest first
 * @param groups names of components
 * @param images with placeholders for components' versions
 * @param sums of Go builds, by path in the cache
 * @param official sums of publishers' files by path in the cache, and of archives by name in the part's folder
 */
record BundleManifest(Toolchain toolchain, List<Release> releases, Map<Group, List<String>> groups,
                Map<String, Component> components, Map<String, ImageSpec> images, PinnedSums sums,
                PinnedSums official) {

    /** @param sums of the Go module {@code golang.org/toolchain}, by platform */
    record Toolchain(String version, Map<String, String> sums) {
    }

    /** @throws LabException {@code kubernetes-not-in-bundle} */
    Release release(KubernetesVersion version) {
        return releases.stream().filter(release -> release.kubernetes().equals(version)).findFirst()
                .orElseThrow(() -> LabException.invalid("kubernetes-not-in-bundle",
                        "There is no bundle for Kubernetes " + version + ".",
                        "Take one of these: " + releases.stream().map(release -> release.kubernetes().toString())
                                .collect(Collectors.joining(", ")) + "."));
    }

    /** @throws LabException {@code kubernetes-not-in-bundle}, {@code group-not-in-bundle} */
    List<BundlePart> parts(KubernetesVersion kubernetes, Group group, Arch arch) {
        Release release = release(kubernetes);
        if (!groups.containsKey(group)) {
            throw LabException.invalid("group-not-in-bundle", "The bundle has no group " + group.id() + ".",
                    "Take one of these: " + groups.keySet().stream().map(Group::id).collect(Collectors.joining(", "))
                            + ".");
        }
        return groups.get(group).stream().map(components::get)
                .map(component -> part(release, component, group.os(), arch)).toList();
    }

    Stream<BundlePart> allParts() {
        return releases().stream().flatMap(release -> groups.keySet().stream().flatMap(group ->
                Stream.of(Arch.values()).flatMap(arch -> parts(release.kubernetes(), group, arch).stream())));
    }

    Map<String, ImageSpec> images(KubernetesVersion kubernetes) {
        Release release = release(kubernetes);
        Map<String, ImageSpec> filled = new LinkedHashMap<>();
        images.forEach((name, image) -> filled.put(name, new ImageSpec(name, filled(image.reference(), release),
                image.onBase(), image.files(), image.entrypoint(), image.command())));
        return filled;
    }

    private static BundlePart part(Release release, Component component, Os os, Arch arch) {
        return new BundlePart(component, release.versions().get(component.name()), release.kubernetes(), os, arch);
    }

    private static String filled(String text, Release release) {
        String filled = text;
        for (Map.Entry<String, String> version : release.versions().entrySet()) {
            filled = filled.replace("{" + version.getKey() + "}", version.getValue());
        }
        return filled;
    }
}
