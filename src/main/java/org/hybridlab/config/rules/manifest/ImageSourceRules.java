package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.Bundled;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class ImageSourceRules {
    private static final List<Gone> GONE = List.of(
            new Gone("microsoft/", "left Docker Hub for Microsoft's own registry", "mcr.microsoft.com/windows/"),
            new Gone("docker.io/microsoft/", "left Docker Hub for Microsoft's own registry",
                    "mcr.microsoft.com/windows/"),
            new Gone("k8s.gcr.io/", "gets no new images since 2023", "registry.k8s.io/"),
            new Gone("gcr.io/google_containers/", "was replaced twice since", "registry.k8s.io/"),
            new Gone("gcr.io/google-containers/", "was replaced twice since", "registry.k8s.io/"),
            new Gone("gcr.io/kubernetes-e2e-test-images/", "gets no new images since 2021",
                    "registry.k8s.io/e2e-test-images/"),
            new Gone("mcr.microsoft.com/k8s/core/pause:",
                    "was replaced by Kubernetes' own, which has Windows images too", "registry.k8s.io/pause:3.10.2"),
            new Gone("quay.io/coreos/flannel:", "ended with CoreOS", "ghcr.io/flannel-io/flannel:"),
            // kubernetes-sigs/sig-windows-tools, issues 319 and 343, and pull 385, which deleted its sources.
            new Gone("sigwindowstools/flannel:", "was given up, and its images were missing for months",
                    "`network.windowsAgents`, by which hybridlab brings flannel itself"));
    private record Gone(String prefix, String state, String instead) {
    }
    private static final String LABEL = "[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?";
    /** Up to 65535. */
    private static final String PORT = "([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]"
            + "|6553[0-5])";
    private static final String HOST = "(" + LABEL + "(\\." + LABEL + ")*+|\\[[0-9a-fA-F:]+\\])(:" + PORT + ")?";
    private static final String NAME = "[a-z0-9]++(([._]|__|-++)[a-z0-9]++)*+";
    /** As in distribution/reference. Repeating groups are possessive, since Java recurses for each. */
    private static final Pattern FORM = Pattern.compile("(" + HOST + "/)?" + NAME + "(/" + NAME + ")*+"
            + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?"
            + "(@[A-Za-z][A-Za-z0-9]*+([+._-][A-Za-z][A-Za-z0-9]*+)*+:[0-9a-fA-F]{32,})?");

    /** Of a repository without its registry (distribution/reference's RepositoryNameTotalLengthMax). */
    private static final int LONGEST = 255;

    public static final Rule IMAGE_UNAVAILABLE = ManifestRule.ofPods("image-unavailable",
            "No image comes from a source whose images are gone.",
            ImageSourceRules::imageUnavailable);

    /** Machines must pull by a name that they can resolve. */
    public static final Rule IMAGE_LOOPBACK = ManifestRule.ofPods("image-loopback",
            "No image is pulled from localhost, which is each machine itself.",
            (pod, lab) -> pod.images().filter(image -> image.registry().filter(ImageSourceRules::loopback)
                .filter(host -> lab.ownRegistry().filter(own -> own.host().equals(host)).isEmpty()).isPresent())
                .map(image -> new Flaw(image.node(), "a machine would look for %s on itself"
                        .formatted(image.reference()), "Name the registry as machines reach it.")));

    /** containerd uses TLS by default, and few registries in a lab do. */
    public static final Rule IMAGE_REGISTRY_UNKNOWN = ManifestRule.ofPods("image-registry-unknown",
            "A registry in the lab's own network is one of `registries`.",
            Severity.WARNING, ImageSourceRules::imageRegistryUnknown);

    /** containerd answers InvalidImageName otherwise. */
    public static final Rule IMAGE_FORM = ManifestRule.ofPods("image-form",
            "Every container has an image, whose name a registry could have.",
            (pod, lab) -> pod.containers().stream().filter(ManifestNode::isPresent).flatMap(ImageSourceRules::look));

    /** Kubernetes pulls such an image at each start, so pods cannot start while the registry is down. */
    public static final Rule IMAGE_WITHOUT_TAG = ManifestRule.ofPods("image-without-tag",
            "An image has a tag that says which one it is, or a digest.",
            Severity.WARNING, (pod, lab) ->
                pod.images().filter(image -> !image.isMicrosoftWindows() && !image.reference().contains("@"))
                .filter(image -> image.tag().isEmpty() || image.tag().equals("latest"))
                .map(image -> new Flaw(image.node(), "%s is the newest image, looked up at each start"
                        .formatted(image.reference()), "Write the tag of a version, for example %s:1.2."
                        .formatted(image.repository()))));

    public static final Rule IMAGE_NEVER_PULLED = ManifestRule.across("image-never-pulled",
            "An image that is never pulled is one of the bundle's, or was loaded.",
            Severity.ERROR, ImageSourceRules::imageNeverPulled);

    /** By default the kubelet pulls the tag latest at each start. */
    public static final Rule IMAGE_PULLED_AGAIN = ManifestRule.across("image-pulled-again",
            "An image that was loaded into the machines is not pulled.",
            Severity.WARNING, ImageSourceRules::imagePulledAgain);

    private ImageSourceRules() {
    }

    private static Stream<Flaw> imageUnavailable(PodSpec pod, Lab lab) {
        return pod.images().flatMap(image -> GONE.stream()
                .filter(gone -> image.reference().startsWith(gone.prefix()))
                .map(gone -> new Flaw(image.node(), "%s... %s".formatted(gone.prefix(), gone.state()),
                        "Take %s instead.".formatted(gone.instead()))));
    }

    private static boolean loopback(String registry) {
        String host = registry.replaceFirst(":.*", "");
        return host.equals("localhost") || host.startsWith("127.");
    }

    private static Stream<Flaw> imageRegistryUnknown(PodSpec pod, Lab lab) {
        Cidr machines = lab.network().machines();
        return pod.images().filter(image -> image.registry().filter(registry -> within(machines, registry))
                .filter(registry -> unknown(lab, registry)).isPresent())
                .map(image -> new Flaw(image.node(), "containerd would want TLS of %s"
                        .formatted(image.registry().orElseThrow()),
                        "Write it under `registries`, with `plainHttp: true` if it has none."));
    }

    private static boolean unknown(Lab lab, String registry) {
        return lab.registries().stream().noneMatch(one -> one.host().equals(registry));
    }

    private static boolean within(Cidr machines, String registry) {
        String host = registry.replaceFirst(":.*", "");
        return host.matches("[0-9]+(\\.[0-9]+){3}") && isIn(machines, host);
    }

    private static boolean isIn(Cidr machines, String host) {
        try {
            return machines.contains(Ipv4.parse(host));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Stream<Flaw> look(ManifestNode container) {
        ManifestNode image = container.at("image");
        if (image.text().filter(name -> !name.isBlank()).isEmpty()) {
            return Stream.of(new Flaw(image.or(container), "container %s has no image"
                    .formatted(container.text("name").orElse("without a name")), "Write `image:`."));
        }
        Image named = new Image(image);
        boolean fits = named.repository().length() - named.registry().map(host -> host.length() + 1).orElse(0)
                <= LONGEST && FORM.matcher(named.reference()).matches();
        return fits ? Stream.of() : Stream.of(new Flaw(image,
                "no registry has an image '%s'".formatted(named.reference()),
                "Write registry/name:tag, the name in lower case and at most %d characters long.".formatted(LONGEST)));
    }

    private static Function<ManifestObject, Stream<Flaw>> imageNeverPulled(LabFacts facts) {
        Optional<Bundled> bundled = facts.host().bundled();
        boolean ownBoxes = facts.lab().machines().stream().anyMatch(machine -> machine.box().isPresent());
        if (bundled.isEmpty() || ownBoxes || facts.lab().joinsExisting()) {
            return object -> Stream.of();
        }
        return object -> PodSpec.of(object).stream().flatMap(pod -> pod.containers().stream())
                .filter(container -> container.text("imagePullPolicy").filter("Never"::equals).isPresent())
                .map(container -> container.at("image"))
                .filter(image -> image.text().filter(name -> !bundled.get().images().contains(name)).isPresent())
                .filter(image -> !bundled.get().loaded().contains(new Image(image).fullName()))
                .map(image -> notBundled(image, bundled.get()));
    }

    private static Function<ManifestObject, Stream<Flaw>> imagePulledAgain(LabFacts facts) {
        Set<String> loaded = facts.host().bundled().map(Bundled::loaded).orElse(Set.of());
        return object -> PodSpec.of(object).stream().flatMap(pod -> pod.containers().stream())
                .filter(container -> container.at("image").text().isPresent())
                .filter(container -> loaded.contains(new Image(container.at("image")).fullName()))
                .filter(ImageSourceRules::isPulledAgain)
                .map(container -> new Flaw(container.at("imagePullPolicy").or(container.at("image")),
                        "%s pulls %s from its registry, although it was loaded into the machines".formatted(
                                object.title(), container.at("image").text().orElseThrow()),
                        "Write `imagePullPolicy: IfNotPresent`, or give it another tag than latest."));
    }

    private static boolean isPulledAgain(ManifestNode container) {
        Image image = new Image(container.at("image"));
        return container.text("imagePullPolicy").map("Always"::equals).orElse(!image.reference().contains("@")
                && (image.tag().isEmpty() || image.tag().equals("latest")));
    }

    private static Flaw notBundled(ManifestNode image, Bundled bundled) {
        String repository = new Image(image).repository();
        return new Flaw(image, "no machine has this image, and `imagePullPolicy: Never` pulls none",
                bundled.images().stream().filter(one -> one.startsWith(repository + ":")).findFirst()
                        .map("The bundle has %s."::formatted)
                        .orElse("Write `imagePullPolicy: IfNotPresent`, or load it: hybridlab image load."));
    }
}
