package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.REGISTRIES;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Registry;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class RegistryRules {
    private static final Pattern LOOPBACK = Pattern.compile("(https?://)?(localhost|127\\.[0-9.]+)([:/].*)?");

    /** containerd has one folder per registry. */
    public static final Rule DUPLICATE_REGISTRY = Rule.of("duplicate-registry", "No registry is named twice.",
            Set.of(REGISTRIES), facts -> Numbered.repeated(facts.lab().registries(), Registry::host).stream()
                .map(one -> error(Place.of("registries", one.number(), "host"), "%s is named a second time"
                        .formatted(one.item().host()), "Write everything about it in one place.")).toList());

    /** containerd in the machine uses them, not the host. */
    public static final Rule REGISTRY_LOOPBACK = Rule.of("registry-loopback",
            "Registries and their mirrors are named as machines reach them, not as localhost.",
            Set.of(REGISTRIES), facts ->
                Numbered.of(facts.lab().registries()).stream()
                .filter(one -> !facts.lab().ownRegistry().equals(Optional.of(one.item())))
                .flatMap(RegistryRules::loopbacks).toList());

    /** It would be asked twice, and does not help if it is down. */
    public static final Rule REGISTRY_MIRROR_ITSELF = Rule.of("registry-mirror-itself",
            "No registry is its own mirror.",
            Set.of(REGISTRIES), facts ->
                Numbered.of(facts.lab().registries()).stream().flatMap(one -> Numbered.of(one.item().mirrors()).stream()
                .filter(mirror -> host(mirror.item()).equals(one.item().host()))
                .map(mirror -> error(Place.of("registries", one.number(), "mirrors", mirror.number()),
                        "%s is the registry itself".formatted(mirror.item()),
                        "Leave it out; `plainHttp: true` is for a registry without TLS."))).toList());

    /** Anyone in the lab's network can read it. */
    public static final Rule REGISTRY_LOGIN_PLAIN = Rule.of("registry-login-plain",
            "Nobody logs in to a registry over plain HTTP.",
            Set.of(REGISTRIES), facts -> Numbered.of(facts.lab().registries()).stream()
                .filter(one -> one.item().plainHttp() && one.item().login().isPresent())
                .map(one -> warning(Place.of("registries", one.number(), "login"),
                        "the password for %s travels in the clear".formatted(one.item().host()),
                        "Give the registry TLS, or let anybody in.")).toList());

    private RegistryRules() {
    }

    private static Stream<Defect> loopbacks(Numbered<Registry> one) {
        Stream<Place> host = LOOPBACK.matcher(one.item().host()).matches()
                ? Stream.of(Place.of("registries", one.number(), "host")) : Stream.of();
        Stream<Place> mirrors = Numbered.of(one.item().mirrors()).stream()
                .filter(mirror -> LOOPBACK.matcher(mirror.item()).matches())
                .map(mirror -> Place.of("registries", one.number(), "mirrors", mirror.number()));
        return Stream.concat(host, mirrors).map(place -> error(place, "inside a machine, this is the machine itself",
                "Write the host's name or address in a network that machines reach."));
    }

    private static String host(String url) {
        return url.replaceFirst("^https?://", "").replaceFirst("/.*$", "");
    }
}
