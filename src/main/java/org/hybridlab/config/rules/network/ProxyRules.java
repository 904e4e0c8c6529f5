package org.hybridlab.config.rules.network;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.MIRRORS;
import static org.hybridlab.config.rules.core.Section.PROXY;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Outside;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.machine.BoxUse;

public final class ProxyRules {
    private static final Pattern USER = Pattern.compile("^[a-z]+://[^/]*@");
    private static final Pattern LOOPBACK = Pattern.compile("^https?://([^@/]*@)?(localhost|127\\.[0-9.]+)(:|/|$)");

    /** The file's content goes into the workspace and every machine. */
    public static final Rule PASSWORD_IN_FILE = Rule.of("password-in-file", "No password stands in a lab file.",
            Set.of(PROXY, MIRRORS, MACHINES), ProxyRules::passwordInFile);

    public static final Rule PROXY_LOOPBACK = Rule.of("proxy-loopback",
            "Proxies and mirrors are named as machines reach them, not as localhost.",
            Set.of(PROXY, MIRRORS), ProxyRules::proxyLoopback);

    private ProxyRules() {
    }

    private static List<Defect> passwordInFile(LabFacts facts) {
        Outside outside = facts.lab().outside();
        return Stream.concat(Stream.of(password("proxy", "httpProxy", outside.httpProxy()),
                password("proxy", "httpsProxy", outside.httpsProxy()),
                password("mirrors", "boxUrl", outside.boxUrl())).flatMap(found -> found),
                BoxUse.of(facts).stream().flatMap(use -> password(use.place("url"), "box.url", use.box().url())))
                        .toList();
    }

    private static Stream<Defect> password(String section, String key, Optional<String> url) {
        return password(Place.of(section, key), section + "." + key, url);
    }

    private static Stream<Defect> password(Place place, String key, Optional<String> url) {
        return url.stream().filter(USER.asPredicate())
                .map(text -> error(place, key + " carries a user or a password",
                        "Lab files are shared and end up in machines; take a server that lets the lab's host in."));
    }

    private static List<Defect> proxyLoopback(LabFacts facts) {
        Outside outside = facts.lab().outside();
        Map<Place, Optional<String>> urls = new LinkedHashMap<>();
        urls.put(Place.of("proxy", "httpProxy"), outside.httpProxy());
        urls.put(Place.of("proxy", "httpsProxy"), outside.httpsProxy());
        urls.put(Place.of("mirrors", "registry"), outside.registryMirror());
        return urls.entrySet().stream().filter(url -> url.getValue().filter(LOOPBACK.asPredicate()).isPresent())
                .map(url -> error(url.getKey(), "inside a machine, %s is the machine itself"
                        .formatted(url.getValue().get()),
                        "Write the host's name or address in a network that machines reach."))
                .toList();
    }
}
