package org.hybridlab.config.rules.manifest;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class ObjectRules {
    private static final Set<String> HANDLERS = Set.of("runc", "runhcs-wcow-process");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    static final Pattern SUBDOMAIN =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    /** Names of these kinds may be any part of a path, such as {@code system:node}. */
    private static final Set<String> LOOSE = Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding",
            "IPAddress");
    private static final Set<String> NAMESPACES = Stream.concat(Stream.of("default", "kube-public", "kube-node-lease"),
            PodNetworkPlugin.systemNamespaces().stream()).collect(Collectors.toSet());

    /** containerd refuses unknown handlers. Kubernetes has no Hyper-V isolation. */
    public static final Rule RUNTIME_CLASS_HANDLER = ManifestRule.of("runtime-class-handler",
            "A RuntimeClass names a handler that containerd has: runc or runhcs-wcow-process.",
            Severity.WARNING, (object, lab) ->
                object.kind().equals("RuntimeClass") && !lab.joinsExisting() ? object.body().text("handler")
                .filter(handler -> !HANDLERS.contains(handler)).stream().map(handler -> new Flaw(
                        object.body().at("handler"), "containerd has no handler '%s'".formatted(handler),
                        "Write runhcs-wcow-process for Windows, runc for Linux.")) : Stream.of());

    /** The API server would answer "no matches for kind". */
    public static final Rule API_VERSION = ManifestRule.of("api-version",
            "The lab's Kubernetes serves every apiVersion of the manifests.",
            Severity.ERROR, ObjectRules::apiVersion);

    public static final Rule KIND_UNKNOWN = ManifestRule.across("kind-unknown",
            "Every object has a kind and an apiVersion, which Kubernetes or the lab defines.",
            Severity.ERROR, ObjectRules::kindUnknown);

    public static final Rule OBJECT_NAME = ManifestRule.of("object-name",
            "Every object has a name that Kubernetes takes.",
            Severity.ERROR, ObjectRules::objectName);

    /** Namespaces are not created on demand. */
    public static final Rule NAMESPACE_UNKNOWN = ManifestRule.across("namespace-unknown",
            "The namespace of an object is the cluster's, or an app of the lab brings it.",
            Severity.ERROR, ObjectRules::namespaceUnknown);

    /** The API server takes the last one. */
    public static final Rule KEY_REPEATED = ManifestRule.of("key-repeated",
            "No mapping of a manifest has one key twice.",
            Severity.WARNING, (object, lab) -> object.repeated().entrySet().stream().map(key -> new Flaw(
                key.getValue(), "the key %s stands twice, and the last one counts".formatted(key.getKey()),
                "Leave one out.")));

    /** hybridlab applies Namespaces first, and kubectl in the order of the file. */
    public static final Rule NAMESPACE_LATE = ManifestRule.across("namespace-late",
            "A Namespace stands before what lies in it.",
            Severity.WARNING, ObjectRules::namespaceLate);

    private ObjectRules() {
    }

    private static Stream<Flaw> apiVersion(ManifestObject object, Lab lab) {
        KubernetesVersion version = lab.kubernetes();
        return ApiVersion.of(object).filter(one -> one.isGone(version)).stream()
                .map(one -> new Flaw(object.body().at("apiVersion"),
                        "%s left Kubernetes with 1.%d".formatted(one.apiVersion(), one.gone()),
                        "Take the version of this kind that Kubernetes %s has.".formatted(version.branch())));
    }

    private static Function<ManifestObject, Stream<Flaw>> kindUnknown(LabFacts facts) {
        // A definition may be out of sight.
        boolean unseen = facts.lab().joinsExisting() || !facts.allSeen();
        boolean operator = facts.objects().anyMatch(ObjectRules::isOperator);
        Set<String> defined = facts.objects().filter(one -> one.kind().equals("CustomResourceDefinition"))
                .map(one -> one.body().text("spec", "group").orElse("") + "/"
                        + one.body().text("spec", "names", "kind").orElse("")).collect(Collectors.toSet());
        KubernetesVersion version = facts.lab().kubernetes();
        Optional<KubernetesApi> api = KubernetesApi.of(version);
        // The API of another version tells names only.
        return object -> ApiVersion.of(object).filter(gone -> gone.isGone(version)).isPresent()
                || api.isEmpty() && KubernetesApi.newest().versionOf(object.kind()).isPresent() ? Stream.of()
                : kindUnknown(object, api.orElseGet(KubernetesApi::newest), operator, unseen
                || defined.contains(KubernetesApi.group(object.apiVersion()) + "/" + object.kind()));
    }

    private static Stream<Flaw> kindUnknown(ManifestObject object, KubernetesApi api, boolean operator,
                                            boolean defined) {
        String version = object.apiVersion();
        Optional<String> absent = List.of("kind", "apiVersion").stream()
                .filter(key -> object.body().text(key).isEmpty()).findFirst();
        if (absent.isPresent()) {
            return Stream.of(new Flaw(object.body(), "the object has no " + absent.get(),
                    api.versionOf(object.kind()).map("Write `apiVersion: %s`."::formatted)
                            .orElse("Write apiVersion and kind, for example `apiVersion: v1` and `kind: ConfigMap`.")));
        }
        boolean otherGroup = !api.isGroup(KubernetesApi.group(version));
        boolean ofOthers = otherGroup && api.versionOf(object.kind()).isEmpty();
        boolean served = api.serves(version, object.kind()) || otherGroup && defined || ofOthers && operator;
        return served ? Stream.of() : Stream.of(notServed(object, api, ofOthers));
    }

    private static Flaw notServed(ManifestObject object, KubernetesApi api, boolean ofOthers) {
        Optional<String> right = api.versionOf(object.kind());
        if (right.isPresent()) {
            return new Flaw(object.body().at("apiVersion"), "Kubernetes has no %s in %s".formatted(object.kind(),
                    object.apiVersion()), "Write `apiVersion: %s`.".formatted(right.get()));
        }
        if (ofOthers) {
            return new Flaw(object.body().at("kind"), "no CustomResourceDefinition of the lab's apps defines this kind",
                    "Put the definition into an app, before the objects that need it.");
        }
        return new Flaw(object.body().at("kind"), "Kubernetes knows no kind " + object.kind(),
                api.nearest(object.kind()).map("Did you mean %s?"::formatted)
                        .orElse("`hybridlab kubectl LAB api-resources` lists all kinds of a running lab."));
    }

    /** A program with its own definitions has an account that may create them. */
    private static boolean isOperator(ManifestObject object) {
        return object.kind().equals("ClusterRole") && object.body().at("rules").items().stream()
                .flatMap(rule -> rule.at("resources").items().stream()).flatMap(name -> name.text().stream())
                .anyMatch(name -> name.equals("customresourcedefinitions") || name.equals("*"));
    }

    private static Stream<Flaw> objectName(ManifestObject object, Lab lab) {
        ManifestNode metadata = object.body().at("metadata");
        Optional<String> name = metadata.text("name");
        if (!object.body().at("kind").isPresent()) {
            return Stream.of();
        }
        if (name.isEmpty()) {
            return Stream.of(new Flaw(metadata.at("generateName").or(metadata).or(object.body()), "it has no name",
                    "Write `metadata: {name: ...}`; a generated name cannot be applied twice."));
        }
        boolean fits = LOOSE.contains(object.kind()) ? !name.get().contains("/") && !name.get().contains("%")
                : nameForm(object).matcher(name.get()).matches();
        return fits ? Stream.of() : Stream.of(new Flaw(metadata.at("name"), "Kubernetes takes no such name",
                "Use lower-case letters, digits and dashes."));
    }

    private static Pattern nameForm(ManifestObject object) {
        return switch (object.kind()) {
            case "Service", "Namespace" -> LABEL;
            default -> SUBDOMAIN;
        };
    }

    private static Function<ManifestObject, Stream<Flaw>> namespaceUnknown(LabFacts facts) {
        Set<String> known = Stream.concat(NAMESPACES.stream(), facts.objects()
                .filter(one -> one.kind().equals("Namespace")).map(ManifestObject::name)).collect(Collectors.toSet());
        return facts.lab().joinsExisting() || !facts.allSeen() ? object -> Stream.of()
                : object -> Stream.of(object.body().at("metadata", "namespace"))
                .filter(namespace -> namespace.text().filter(name -> !name.isEmpty() && !known.contains(name))
                        .isPresent())
                .map(namespace -> new Flaw(namespace, "there is no namespace " + namespace.text().get(),
                        "Add a Namespace of that name to the app, or leave `namespace` out."));
    }

    private static Function<ManifestObject, Stream<Flaw>> namespaceLate(LabFacts facts) {
        Map<ManifestObject, Integer> order = new IdentityHashMap<>();
        Map<String, Integer> namespaces = new HashMap<>();
        facts.objects().forEach(object -> {
            order.put(object, order.size());
            if (object.kind().equals("Namespace")) {
                namespaces.putIfAbsent(object.file() + " " + object.name(), order.get(object));
            }
        });
        return object -> namespaces.getOrDefault(object.file() + " " + object.namespace(), 0) > order.get(object)
                ? Stream.of(new Flaw(object.body().at("metadata", "namespace"), "its namespace %s comes after it, so "
                        .formatted(object.namespace()) + "that `kubectl apply` refuses this file once",
                        "Put the Namespace first.")) : Stream.of();
    }

    /**
     * An apiVersion of a kind that Kubernetes removed (its deprecation guide).
     *
     * @param kind empty: every kind of that version
     * @param gone minor of the first release without it
     */
    record ApiVersion(String apiVersion, String kind, int gone) {
        private static final List<ApiVersion> KNOWN = List.of(
                new ApiVersion("extensions/v1beta1", "Ingress", 22), new ApiVersion("extensions/v1beta1", "", 16),
                new ApiVersion("apps/v1beta1", "", 16), new ApiVersion("apps/v1beta2", "", 16),
                new ApiVersion("networking.k8s.io/v1beta1", "", 22),
                new ApiVersion("rbac.authorization.k8s.io/v1alpha1", "", 22),
                new ApiVersion("rbac.authorization.k8s.io/v1beta1", "", 22),
                new ApiVersion("apiextensions.k8s.io/v1beta1", "", 22),
                new ApiVersion("admissionregistration.k8s.io/v1beta1", "MutatingWebhookConfiguration", 22),
                new ApiVersion("admissionregistration.k8s.io/v1beta1", "ValidatingWebhookConfiguration", 22),
                new ApiVersion("scheduling.k8s.io/v1beta1", "", 22),
                new ApiVersion("certificates.k8s.io/v1beta1", "CertificateSigningRequest", 22),
                new ApiVersion("coordination.k8s.io/v1beta1", "Lease", 22),
                new ApiVersion("storage.k8s.io/v1beta1", "StorageClass", 22),
                new ApiVersion("storage.k8s.io/v1beta1", "CSIDriver", 22),
                new ApiVersion("storage.k8s.io/v1beta1", "CSIStorageCapacity", 27),
                new ApiVersion("batch/v1beta1", "CronJob", 25), new ApiVersion("discovery.k8s.io/v1beta1", "", 25),
                new ApiVersion("events.k8s.io/v1beta1", "", 25), new ApiVersion("policy/v1beta1", "", 25),
                new ApiVersion("node.k8s.io/v1beta1", "", 25), new ApiVersion("autoscaling/v2beta1", "", 25),
                new ApiVersion("autoscaling/v2beta2", "", 26),
                new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta1", "", 26),
                new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta2", "", 29),
                new ApiVersion("flowcontrol.apiserver.k8s.io/v1beta3", "", 32));

        static Optional<ApiVersion> of(ManifestObject object) {
            String version = object.body().text("apiVersion").orElse("");
            return KNOWN.stream().filter(one -> one.apiVersion.equals(version))
                    .filter(one -> one.kind.isEmpty() || one.kind.equals(object.kind())).findFirst();
        }

        boolean isGone(KubernetesVersion version) {
            return version.atLeast(1, gone);
        }
    }
}
