package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.Outside;

/** What is in the file ends up in the workspace and in every machine. */
final class NoPasswords implements Rule {
    private static final Pattern USER = Pattern.compile("^[a-z]+://[^/]*@");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("outside-password", "No password stands in a lab file.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.OUTSIDE, Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Outside outside = facts.lab().outside();
        return Stream.concat(Stream.of(password("httpProxy", outside.httpProxy()),
                password("httpsProxy", outside.httpsProxy()), password("boxUrl", outside.boxUrl())).flatMap(found ->
                        found),
                BoxUse.of(facts).stream().flatMap(use -> password(use.place("url"), "box.url", use.box().url())))
                        .toList();
    }

    private Stream<Violation> password(String key, Optional<String> url) {
        return password(Place.of("outside", key), "outside." + key, url);
    }

    private Stream<Violation> password(Place place, String key, Optional<String> url) {
        return url.stream().filter(USER.asPredicate())
                .map(text -> error(place, key + " carries a user or a password",
                        "Lab files are shared and end up in machines; take a server that lets the lab's host in."));
    }
}
