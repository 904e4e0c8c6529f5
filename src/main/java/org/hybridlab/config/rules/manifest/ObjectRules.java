package org.hybridlab.config.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.KubernetesVersion;
import org.hybridlab.config.model.PodNetworkPlugin;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

/** Kinds, names and namespaces of objects. */
public final class ObjectRules {
    private static final Set<String> HANDLERS = Set.of("runc", "runhcs-wcow-process");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    /** Their names may be any part of a path, for example {@code system:node}. */
    private static final Set<String> LOOSE = Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");
    private static final Set<String> NAMESPACES = Stream.concat(Stream.of("default", "kube-public", "kube-node-lease"),
            PodNetworkPlugin.systemNamespaces().stream()).collect(Collectors.toSet());

    /** containerd refuses a pod whose handler it has not; Kubernetes has no Hyper-V isolation. */
    public static final Rule RUNTIME_CLASS_HANDLER = ManifestRule.of("runtime-class-handler",
            "A RuntimeClass names a handler that containerd has: runc or runhcs-wcow-process.",
            Severity.ERROR, (object, facts) ->
                object.kind().equals("RuntimeClass") && !facts.lab().joinsExisting() ? object.body().text("handler")
                .filter(handler -> !HANDLERS.contains(handler)).stream().map(handler -> new Flaw(
                        object.body().at("handler"), "containerd has no handler '%s'".formatted(handler),
                        "Write runhcs-wcow-process for Windows, runc for Linux.")) : Stream.of());

    /** The API server answers "no matches for kind" to anything else. */
    public static final Rule API_VERSION = ManifestRule.of("api-version",
            "The lab's Kubernetes serves every apiVersion of the manifests.",
            Severity.ERROR, ObjectRules::apiVersion);

    /** The API server answers "no matches for kind" to anything else. */
    public static final Rule KIND_UNKNOWN = ManifestRule.of("kind-unknown",
            "Every object has a kind and an apiVersion, which Kubernetes or the lab defines.",
            Severity.ERROR, ObjectRules::kindUnknown);

    /** The API server refuses other names, and applies nothing without one. */
    public static final Rule OBJECT_NAME = ManifestRule.of("object-name",
            "Every object has a name that Kubernetes takes.",
            Severity.ERROR, ObjectRules::objectName);

    /** Nobody makes a namespace because something is to come into it. */
    public static final Rule NAMESPACE_UNKNOWN = ManifestRule.of("namespace-unknown",
            "The namespace of an object is the cluster's, or an app of the lab brings it.",
            Severity.ERROR, ObjectRules::namespaceUnknown);

    private ObjectRules() {
    }

    private static Stream<Flaw> apiVersion(ManifestObject object, LabFacts facts) {
        KubernetesVersion version = facts.lab().kubernetes();
        return ApiVersion.of(object).filter(one -> one.isGone(version) || one.isEarly(version)).stream()
                .map(one -> new Flaw(object.body().at("apiVersion"), one.isGone(version)
                        ? "%s left Kubernetes with 1.%d".formatted(one.apiVersion(), one.gone())
                        : "%s came to Kubernetes with 1.%d".formatted(one.apiVersion(), one.since()),
                        "Take the version of this kind that Kubernetes %s has.".formatted(version.branch())));
    }

    private static Stream<Flaw> kindUnknown(ManifestObject object, LabFacts facts) {
        String version = object.apiVersion();
        Optional<String> absent = List.of("kind", "apiVersion").stream()
                .filter(key -> object.body().text(key).isEmpty()).findFirst();
        if (absent.isPresent()) {
            return Stream.of(new Flaw(object.body(), "the object has no " + absent.get(),
                    ApiKinds.versionOf(object.kind()).map("Write `apiVersion: %s`."::formatted)
                            .orElse("Write apiVersion and kind, for example `apiVersion: v1` and `kind: ConfigMap`.")));
        }
        boolean otherGroup = !ApiKinds.isGroup(ApiKinds.group(version));
        boolean ofOthers = otherGroup && ApiKinds.versionOf(object.kind()).isEmpty();
        boolean served = ApiKinds.has(version, object.kind()) || otherGroup && isDefined(object, facts)
                || ofOthers && facts.objects().anyMatch(ObjectRules::isOperator);
        return served ? Stream.of() : Stream.of(notServed(object, version, ofOthers));
    }

    private static Flaw notServed(ManifestObject object, String version, boolean ofOthers) {
        Optional<String> right = ApiKinds.versionOf(object.kind());
        if (right.isPresent()) {
            return new Flaw(object.body().at("apiVersion"), "Kubernetes has no %s in %s".formatted(object.kind(),
                    version), "Write `apiVersion: %s`.".formatted(right.get()));
        }
        if (ofOthers) {
            return new Flaw(object.body().at("kind"), "no CustomResourceDefinition of the lab's apps defines this kind",
                    "Put the definition into an app, before the objects that need it.");
        }
        return new Flaw(object.body().at("kind"), "Kubernetes knows no kind " + object.kind(),
                ApiKinds.nearest(object.kind()).map("Did you mean %s?"::formatted)
                        .orElse("`hybridlab kubectl LAB api-resources` lists all kinds of a running lab."));
    }

    /** Whether a definition is there, or may be where it is not seen. */
    private static boolean isDefined(ManifestObject object, LabFacts facts) {
        return facts.lab().joinsExisting() || !facts.allSeen() || facts.objects().anyMatch(one -> defines(one, object));
    }

    private static boolean defines(ManifestObject definition, ManifestObject object) {
        return definition.kind().equals("CustomResourceDefinition")
                && definition.body().text("spec", "names", "kind").filter(object.kind()::equals).isPresent()
                && definition.body().text("spec", "group").filter(ApiKinds.group(object.apiVersion())::equals)
                        .isPresent();
    }

    /** A program that brings its own definitions has an account that may make them. */
    private static boolean isOperator(ManifestObject object) {
        return object.kind().equals("ClusterRole") && object.body().at("rules").items().stream()
                .flatMap(rule -> rule.at("resources").items().stream()).flatMap(name -> name.text().stream())
                .anyMatch(name -> name.equals("customresourcedefinitions") || name.equals("*"));
    }

    private static Stream<Flaw> objectName(ManifestObject object, LabFacts facts) {
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
                "Use lower-case letters, digits and dashes%s.".formatted(object.kind().equals("Service")
                        ? ", and a letter first, at most 63" : "")));
    }

    private static Pattern nameForm(ManifestObject object) {
        return switch (object.kind()) {
            case "Service" -> SERVICE;
            case "Namespace" -> LABEL;
            default -> SUBDOMAIN;
        };
    }

    private static Stream<Flaw> namespaceUnknown(ManifestObject object, LabFacts facts) {
        ManifestNode namespace = object.body().at("metadata", "namespace");
        boolean known = namespace.text().filter(name -> !NAMESPACES.contains(name)).isEmpty()
                || facts.lab().joinsExisting() || !facts.allSeen() || facts.objects()
                        .filter(one -> one.kind().equals("Namespace"))
                        .anyMatch(one -> one.name().equals(namespace.text().get()));
        return known ? Stream.of() : Stream.of(new Flaw(namespace, "there is no namespace " + namespace.text().get(),
                "Add a Namespace of that name to the app, or leave `namespace` out."));
    }
}
