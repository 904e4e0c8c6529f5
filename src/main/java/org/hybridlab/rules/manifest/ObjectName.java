package org.hybridlab.rules.manifest;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestNode;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** The API server refuses other names, and applies nothing without one. */
final class ObjectName extends ManifestRule {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final Pattern SUBDOMAIN =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");
    /** Their names may be any part of a path, for example {@code system:node}. */
    private static final Set<String> LOOSE = Set.of("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding");

    ObjectName() {
        super("object-name", "Every object has a name that Kubernetes takes.", Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
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
                : form(object).matcher(name.get()).matches();
        return fits ? Stream.of() : Stream.of(new Flaw(metadata.at("name"), "Kubernetes takes no such name",
                "Use lower-case letters, digits and dashes%s.".formatted(object.kind().equals("Service")
                        ? ", and a letter first, at most 63" : "")));
    }

    private static Pattern form(ManifestObject object) {
        return switch (object.kind()) {
            case "Service" -> SERVICE;
            case "Namespace" -> LABEL;
            default -> SUBDOMAIN;
        };
    }
}
