package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.PodNetworkPlugin;
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
    private static final Set<String> ROUTES = Set.of("Ingress", "Gateway", "HTTPRoute");
    private static final Pattern PROVISIONER = Pattern.compile(".*(provisioner|storage|csi|nfs|longhorn|openebs|rook|"
            + "ceph|minio|linstor|piraeus|topolvm|hostpath|local-path).*");
    private static final Pattern CONTROLLER = Pattern.compile(".*(ingress|traefik|contour|haproxy|kong|envoy|istio|"
            + "gateway|caddy|emissary|apisix).*");

    /** Without storage, a claim keeps its pod Pending. */
    public static final Rule VOLUME_PROVISIONER = ManifestRule.across("volume-provisioner",
            "Where volumes are claimed, the lab's manifests bring volumes or a provisioner.",
            Severity.WARNING, facts -> provided(facts) ? object -> Stream.of()
                : object -> claims(object).map(claim -> new Flaw(claim,
                "nothing in the lab makes the volume that is claimed here", "Add a PersistentVolume, a StorageClass "
                        + "with its provisioner, or use an emptyDir or a hostPath.")));

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

    /** Some pod networks ignore policies. */
    public static final Rule NETWORK_POLICY = ManifestRule.across("network-policy",
            "Where there are NetworkPolicies, something in the lab enforces them.",
            Severity.WARNING, facts -> unlessBrought(facts, PodNetworkPlugin.POLICY_CONTROLLER,
                object -> object.kind().equals("NetworkPolicy")
                && KubernetesApi.isOwn(object.apiVersion())
                && !facts.lab().network().plugin().holdsPolicies() ? Stream.of(new Flaw(object.body(),
                "nothing in the lab enforces it: %s lets every packet through"
                        .formatted(facts.lab().network().plugin().title()),
                "Add an enforcer, such as kube-network-policies, or expect no effect.")) : Stream.of()));

    public static final Rule INGRESS_CONTROLLER = ManifestRule.across("ingress-controller",
            "Where there is an Ingress, an app of the lab brings a controller for it.",
            Severity.WARNING, facts -> unlessBrought(facts, CONTROLLER, object ->
                ROUTES.contains(object.kind()) ? Stream.of(new Flaw(object.body(),
                "nothing in the lab serves it, so nothing answers at its address",
                "Add a controller as an app, or open the Service by a NodePort.")) : Stream.of()));

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
                    need.kinds().contains(object.kind()) && !facts.lab().addons().contains(addon)
                    ? Stream.of(new Flaw(object.body(), need.without(),
                            "Write `%s: true` into the lab file.".formatted(addon.name()))) : Stream.of()));
    }

    private static Stream<ManifestNode> claims(ManifestObject object) {
        return switch (object.kind()) {
            case "PersistentVolumeClaim" -> Stream.of(object.body());
            case "StatefulSet" -> object.body().at("spec", "volumeClaimTemplates").items().stream();
            default -> Stream.of();
        };
    }

    private static boolean provided(LabFacts facts) {
        return facts.lab().joinsExisting() || facts.apps().stream().anyMatch(app -> !app.complete()
                || app.objects().stream().anyMatch(AddOnRules::provides));
    }

    private static boolean provides(ManifestObject object) {
        return object.kind().equals("PersistentVolume") || is(object, PROVISIONER);
    }

    /** Runs the look unless a pod may be such a program, by its names. Unknown objects count as one. */
    private static Function<ManifestObject, Stream<Flaw>> unlessBrought(LabFacts facts, Pattern name,
                                                                        Function<ManifestObject, Stream<Flaw>> look) {
        boolean brought = facts.lab().joinsExisting() || !facts.allSeen()
                || facts.objects().anyMatch(one -> is(one, name));
        return brought ? object -> Stream.of() : look;
    }

    private static boolean is(ManifestObject object, Pattern name) {
        return PodSpec.of(object).filter(pod -> name.matcher(object.name()).matches()
                || pod.images().anyMatch(image -> name.matcher(image.reference()).matches())).isPresent();
    }
}
