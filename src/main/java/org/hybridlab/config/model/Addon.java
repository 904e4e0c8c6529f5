package org.hybridlab.config.model;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What a lab file switches on in the lab's own cluster: {@code data/addons/NAME/addon.yaml} of the installation.
 *
 * @param name of its folder, its key in lab files, its group in the bundle and its check
 * @param folder that has its templates
 * @param title for use inside a sentence, without article
 * @param programs of the bundle, each with its path on the first control plane, or on {@link #isOnEachNode}
 * @param trial script in its folder that fails on a Linux node whose kernel cannot run it; empty: any can
 * @param manifests templates in its folder, in the order in which they are applied
 * @param ready objects that must be ready, such as {@code kube-system/deployment/web} or {@code apiservice/v1.x.org}
 * @param check empty: its check looks whether {@code ready} is
 * @param need what does nothing without it; empty: nothing is known
 */
public record Addon(String name, Path folder, String title, Key key, Map<String, String> programs,
                    Optional<String> trial, List<String> manifests, List<String> ready, Optional<Check> check,
                    Optional<Need> need) {
    public Addon {
        programs = Collections.unmodifiableMap(new LinkedHashMap<>(programs));
        manifests = List.copyOf(manifests);
        ready = List.copyOf(ready);
    }

    /** Whether each Linux node runs its programs: it has a DaemonSet. */
    public boolean isOnEachNode() {
        return ready.stream().anyMatch(object -> object.contains("/daemonset/"));
    }

    public boolean holdsPolicies() {
        return check.equals(Optional.of(Proof.POLICIES));
    }

    /** Its key in lab files. @param byDefault empty: on where an app needs the addon */
    public record Key(String title, Optional<Boolean> byDefault, String help) {
    }

    /** What its check looks at. */
    public sealed interface Check {
    }

    /** Checks that are written in Java. */
    public enum Proof implements Check {
        /** Of two ports of a pod, a policy opens one: only that one answers. */
        POLICIES
    }

    /**
     * A check that looks for an object of each node in a list of the API server.
     *
     * @param title as {@code check} shows it
     * @param how it is looked at
     * @param path of the list
     * @param has what the objects are, in the plural
     * @param maxAge of an object that has a {@code timestamp}
     * @param line of evidence for an object, with the paths of fields in braces
     */
    public record NodeList(String title, String how, String path, String has, Duration maxAge, String line)
            implements Check {
    }

    /**
     * A rule: where an app has such an object, the lab has the addon.
     *
     * @param rule its id
     * @param title what is true of every good lab file
     * @param kinds with a list in their {@code spec} that must have items, such as
     * {@code StatefulSet/volumeClaimTemplates}
     * @param unless kinds of objects, and names of workloads and images, that do the same
     * @param without what happens else
     */
    public record Need(String rule, String title, Set<String> kinds, Pattern unless, String without) {
        private static final Pattern FIELD = Pattern.compile("(?m)(?:^|\\G)[^#\\n]*?\\b(kind|type|image)[\"']?:"
                + "\\s*[\"']?([^\"'\\s,}]+)");

        public Need {
            kinds = Set.copyOf(kinds);
        }

        /** Whether objects of the kind may need it. */
        public boolean mayBeOf(String kind) {
            return kinds.stream().anyMatch(one -> one.replaceFirst("/.*", "").equals(kind));
        }

        /** Whether a lab needs it by the words of its manifests, which may be templates. */
        public boolean isIn(List<String> manifests) {
            List<MatchResult> fields = manifests.stream().flatMap(text -> FIELD.matcher(text).results()).toList();
            return fields.stream().anyMatch(field -> kinds.stream().anyMatch(kind ->
                    kind.replaceFirst(".*=", "").equals(field.group(2))))
                    && fields.stream().noneMatch(field -> unless.matcher(field.group(2)).matches());
        }
    }
}
