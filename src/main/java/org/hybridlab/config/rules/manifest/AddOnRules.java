package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class AddOnRules {
    private static final Map<String, String> CLOUD_VOLUMES = Map.of(
            "azureDisk", "Azure", "azureFile", "Azure", "awsElasticBlockStore", "AWS", "gcePersistentDisk", "Google",
            "flexVolume", "a driver of flexVolume, which is deprecated since Kubernetes 1.23,",
            "glusterfs", "GlusterFS, whose driver left Kubernetes with 1.26,", "rbd", "Ceph", "cephfs", "Ceph",
            "cinder", "OpenStack", "vsphereVolume", "vSphere");
    private static final String STANDARD = "standard";
    private static final Set<String> ROUTES = Set.of("Ingress", "Gateway", "HTTPRoute");
    private static final Pattern CONTROLLER = Pattern.compile(".*(ingress|traefik|contour|haproxy|kong|envoy|istio|"
            + "gateway|caddy|emissary|apisix).*");

    /** Kubernetes' documentation lists these for Windows. They need a cloud, or a driver on every machine. */
    public static final Rule VOLUME_NEEDS_CLOUD = ManifestRule.ofPods("volume-needs-cloud",
            "Volumes of pods need no cloud.",
            Severity.WARNING, (pod, lab) ->
                lab.joinsExisting() ? Stream.of() : pod.node().at("volumes").items().stream()
                .flatMap(volume -> CLOUD_VOLUMES.keySet().stream().sorted().filter(kind -> volume.at(kind).isPresent())
                        .map(kind -> new Flaw(volume.at(kind),
                                "%s would have to bring this volume, and nothing here does"
                                        .formatted(CLOUD_VOLUMES.get(kind)),
                                "Take an emptyDir, or a hostPath with a folder of the machine."))));

    public static final Rule INGRESS_CONTROLLER = ManifestRule.across("ingress-controller",
            "Where there is an Ingress, an app of the lab brings a controller for it.",
            Severity.WARNING, facts -> unlessBrought(facts, CONTROLLER, object ->
                ROUTES.contains(object.kind()) ? Stream.of(new Flaw(object.body(),
                "nothing in the lab serves it, so nothing answers at its address",
                "Add a controller as an app, or open the Service by a NodePort.")) : Stream.of()));

    /** Its provisioner would have to run a pod there, of an image for Linux. */
    public static final Rule WINDOWS_VOLUME_CLAIM = ManifestRule.across("windows-volume-claim",
            "No pod on a Windows machine claims a volume of the class `standard`.",
            Severity.ERROR, facts -> facts.lab().addons().stream()
                .filter(addon -> addon.ready().contains("storageclass/" + STANDARD))
                .flatMap(addon -> addon.need().stream()).findFirst()
                .map(need -> unlessBrought(facts, need.unless(), claimsOnWindows(facts)))
                .orElse(object -> Stream.of()));

    private AddOnRules() {
    }

    /** A rule for each addon that objects of apps need. */
    public static List<Rule> ofAddons() {
        return Addons.installed().stream().flatMap(addon -> addon.need().stream().map(need -> ofAddon(addon, need)))
                .toList();
    }

    private static Rule ofAddon(Addon addon, Addon.Need need) {
        return ManifestRule.across(need.rule(), need.title(), Severity.WARNING,
                facts -> unlessBrought(facts, need.unless(), object ->
                    facts.lab().addons().contains(addon) ? Stream.of() : needing(need, object).map(node ->
                            new Flaw(node, need.without(), "Write `%s: true` into the lab file."
                                    .formatted(addon.name())))));
    }

    private static Function<ManifestObject, Stream<Flaw>> claimsOnWindows(LabFacts facts) {
        Set<String> claims = facts.objects().filter(object -> object.kind().equals("PersistentVolumeClaim")
                && isStandard(object.body())).map(ManifestObject::name).collect(Collectors.toSet());
        return object -> PodSpec.of(object).filter(PodSpec::isWindows).stream().flatMap(pod -> Stream.concat(
                object.body().at("spec", "volumeClaimTemplates").items().stream().filter(AddOnRules::isStandard),
                pod.node().at("volumes").items().stream().flatMap(volume -> Stream.of(
                        volume.at("persistentVolumeClaim", "claimName")).filter(name ->
                        name.text().filter(claims::contains).isPresent())))).map(node -> new Flaw(node,
                "a volume of the class %s is a folder of a Linux machine, and this pod runs on Windows"
                        .formatted(STANDARD), "Take an emptyDir or a hostPath, or bring a provisioner for Windows."));
    }

    private static boolean isStandard(ManifestNode claim) {
        return claim.text("spec", "storageClassName").map(STANDARD::equals).orElse(true);
    }

    /** The object, or the items of its list. */
    private static Stream<ManifestNode> needing(Addon.Need need, ManifestObject object) {
        return need.kinds().stream().map(kind -> kind.split("/")).filter(kind -> kind[0].equals(object.kind())
                && KubernetesApi.isOwn(object.apiVersion())).flatMap(kind -> kind.length == 1 ? Stream.of(object.body())
                        : object.body().at("spec", kind[1]).items().stream());
    }

    /** Runs the look unless an object is of such a kind, or its pod such a program. Unknown objects count as one. */
    private static Function<ManifestObject, Stream<Flaw>> unlessBrought(LabFacts facts, Pattern name,
                                                                        Function<ManifestObject, Stream<Flaw>> look) {
        boolean brought = facts.lab().joinsExisting() || !facts.allSeen()
                || facts.objects().anyMatch(one -> is(one, name));
        return brought ? object -> Stream.of() : look;
    }

    private static boolean is(ManifestObject object, Pattern name) {
        return name.matcher(object.kind()).matches() || PodSpec.of(object).filter(pod ->
                name.matcher(object.name()).matches() || pod.images().anyMatch(image ->
                        name.matcher(image.reference()).matches())).isPresent();
    }
}
