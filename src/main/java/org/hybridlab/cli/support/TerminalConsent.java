package org.hybridlab.cli.support;

import java.util.List;

import org.hybridlab.common.error.LabException;
import org.hybridlab.host.Consent;

/** Asks on the terminal; with {@code --yes} nobody is asked, and without a terminal nobody can be. */
public final class TerminalConsent implements Consent {
    private final Session session;

    public TerminalConsent(Session session) {
        this.session = session;
    }

    @Override
    public void obtain(List<String> effects, List<String> byHand) {
        if (session.options().yes()) {
            return;
        }
        String commands = String.join("\n", byHand);
        if (!session.terminal()) {
            throw LabException.hostNotReady("host-not-ready", "This host is not ready: hybridlab would have to "
                    + String.join(", ", effects) + ".", "Add --yes, or do it yourself:\n" + commands);
        }
        session.err().println("hybridlab would like to:");
        effects.forEach(deed -> session.err().println("  - " + deed));
        if (!new Question(session).isYes("Do it now?")) {
            throw LabException.hostNotReady("host-not-ready", "Nothing was changed.", "To do it yourself:\n"
                    + commands);
        }
    }
}
