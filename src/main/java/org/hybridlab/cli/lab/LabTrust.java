package org.hybridlab.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.host.TrustedLabs;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.provision.up.LabEffects;

/**
 * Whether a lab may do here what its folder says. Labs of the installation may, and those that {@code init} wrote for
 * this user; others once their user agreed to the list of it, and until something is added to that.
 */
final class LabTrust {
    private final Session session;
    private final TrustedLabs trusted;

    LabTrust(Session session) {
        this.session = session;
        this.trusted = new TrustedLabs(session.folders());
    }

    /** Asks nobody. */
    boolean isGiven(OpenLab open) {
        Path file = open.location().file();
        return isInstalled(file) || trusted.isOwn(file) || trusted.effects(file)
                .filter(agreed -> agreed.containsAll(LabEffects.of(open, session.home()).toAgreeTo())).isPresent();
    }

    /** @throws LabException {@code lab-not-trusted} (exit 2) with the list */
    void need(OpenLab open) {
        if (isGiven(open)) {
            return;
        }
        LabEffects effects = LabEffects.of(open, session.home());
        if (!session.options().trust()) {
            ask(open, effects);
        }
        trusted.trust(open.location().file(), effects.toAgreeTo());
    }

    private void ask(OpenLab open, LabEffects effects) {
        Optional<List<String>> agreed = trusted.effects(open.location().file());
        List<String> shown = new ArrayList<>(agreed.isPresent() ? effects.toAgreeTo() : effects.all());
        agreed.ifPresent(shown::removeAll);
        String what = agreed.isPresent() ? "The lab %s asks for more than you trusted it with. New is that it would"
                : "The lab %s did not come with hybridlab. On this host it would";
        String list = shown.stream().map(deed -> "  - " + deed).collect(Collectors.joining("\n"));
        String title = what.formatted(open.location().folder());
        if (!session.mayAsk()) {
            throw LabException.invalid("lab-not-trusted", title + ":\n" + list,
                    "If you trust its author, add --trust, or set HYBRIDLAB_TRUST=true. --yes alone does not trust "
                            + "it.");
        }
        session.err().println(title + ":\n" + list);
        if (!new Question(session).isYes("Do you trust it?")) {
            throw LabException.invalid("lab-not-trusted", "Nothing was done.", "Answer yes if you trust the lab.");
        }
    }

    /** By its real path: a link in the installation leads to somebody's folder. */
    private boolean isInstalled(Path file) {
        try {
            return file.toRealPath().startsWith(session.home().resolve("labs").toRealPath());
        } catch (IOException e) {
            return false;
        }
    }
}
