package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.OUTSIDE;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.machine.BoxUse;
import org.hybridlab.lab.Outside;

/** What machines reach the outside by. */
public final class ProxyRules {
    private static final Pattern USER = Pattern.compile("^[a-z]+://[^/]*@");
    private static final Pattern LOOPBACK = Pattern.compile("^https?://([^@/]*@)?(localhost|127\\.[0-9.]+)(:|/|$)");

    /** What is in the file ends up in the workspace and in every machine. */
    public static final Rule OUTSIDE_PASSWORD = Rule.of("outside-password", "No password stands in a lab file.",
            Set.of(OUTSIDE, MACHINES), ProxyRules::outsidePassword);

    /** These settings reach the guests. */
    public static final Rule OUTSIDE_LOOPBACK = Rule.of("outside-loopback",
            "Proxies and mirrors are named as machines reach them, not as localhost.",
            Set.of(OUTSIDE), ProxyRules::outsideLoopback);

    private ProxyRules() {
    }

    private static List<Defect> outsidePassword(LabFacts facts) {
        Outside outside = facts.lab().outside();
        return Stream.concat(Stream.of(password("httpProxy", outside.httpProxy()),
                password("httpsProxy", outside.httpsProxy()), password("boxUrl", outside.boxUrl())).flatMap(found ->
                        found),
                BoxUse.of(facts).stream().flatMap(use -> password(use.place("url"), "box.url", use.box().url())))
                        .toList();
    }

    private static Stream<Defect> password(String key, Optional<String> url) {
        return password(Place.of("outside", key), "outside." + key, url);
    }

    private static Stream<Defect> password(Place place, String key, Optional<String> url) {
        return url.stream().filter(USER.asPredicate())
                .map(text -> error(place, key + " carries a user or a password",
                        "Lab files are shared and end up in machines; take a server that lets the lab's host in."));
    }

    private static List<Defect> outsideLoopback(LabFacts facts) {
        Outside outside = facts.lab().outside();
        Map<String, Optional<String>> urls = new TreeMap<>(Map.of("httpProxy", outside.httpProxy(),
                "httpsProxy", outside.httpsProxy(), "registryMirror", outside.registryMirror()));
        return urls.entrySet().stream().filter(url -> url.getValue().filter(LOOPBACK.asPredicate()).isPresent())
                .map(url -> error(Place.of("outside", url.getKey()), "inside a machine, %s is the machine itself"
                        .formatted(url.getValue().get()),
                        "Write the host's name or address in a network that machines reach."))
                .toList();
    }
}
