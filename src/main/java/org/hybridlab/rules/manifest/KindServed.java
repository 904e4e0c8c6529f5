package org.hybridlab.rules.manifest;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.hybridlab.rules.LabFacts;
import org.hybridlab.rules.ManifestObject;
import org.hybridlab.rules.Severity;

/** The API server answers "no matches for kind" to anything else. */
final class KindServed extends ManifestRule {
    KindServed() {
        super("kind-unknown", "Every object has a kind and an apiVersion, which Kubernetes or the lab defines.",
                Severity.ERROR);
    }

    @Override
    Stream<Flaw> look(ManifestObject object, LabFacts facts) {
        String version = object.apiVersion();
        Optional<String> absent = List.of("kind", "apiVersion").stream()
                .filter(key -> object.body().text(key).isEmpty()).findFirst();
        if (absent.isPresent()) {
            return Stream.of(new Flaw(object.body(), "the object has no " + absent.get(),
                    ApiKinds.versionOf(object.kind()).map("Write `apiVersion: %s`."::formatted)
                            .orElse("Write apiVersion and kind, for example `apiVersion: v1` and `kind: ConfigMap`.")));
        }
        boolean ofOthers = !ApiKinds.isGroup(ApiKinds.group(version)) && ApiKinds.versionOf(object.kind()).isEmpty();
        boolean served = ApiKinds.has(version, object.kind()) || ofOthers && mayBeDefined(object, facts);
        return served ? Stream.of() : Stream.of(flaw(object, version, ofOthers));
    }

    private static Flaw flaw(ManifestObject object, String version, boolean ofOthers) {
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

    /** By a definition, or by a program that the lab runs and that brings its own. */
    private static boolean mayBeDefined(ManifestObject object, LabFacts facts) {
        return facts.lab().joinsExisting() || facts.objects().anyMatch(one -> defines(one, object))
                || facts.objects().anyMatch(KindServed::isOperator) || !facts.allSeen();
    }

    private static boolean defines(ManifestObject definition, ManifestObject object) {
        return definition.kind().equals("CustomResourceDefinition")
                && definition.body().text("spec", "names", "kind").filter(object.kind()::equals).isPresent()
                && definition.body().text("spec", "group").filter(ApiKinds.group(object.apiVersion())::equals)
                        .isPresent();
    }

    /** Such a program has an account that may make definitions. */
    private static boolean isOperator(ManifestObject object) {
        return object.kind().equals("ClusterRole") && object.body().at("rules").items().stream()
                .flatMap(rule -> rule.at("resources").items().stream()).flatMap(name -> name.text().stream())
                .anyMatch(name -> name.equals("customresourcedefinitions") || name.equals("*"));
    }
}
