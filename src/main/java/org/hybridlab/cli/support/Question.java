package org.hybridlab.cli.support;

import java.io.Console;
import java.util.Locale;

import org.hybridlab.common.error.LabException;

/** A yes-or-no question on the terminal. */
public final class Question {
    private final Session session;

    public Question(Session session) {
        this.session = session;
    }

    /**
     * Goes on where the user means it: with {@code --yes}, or by the answer.
     *
     * @param takes what takes a yes
     * @param undone what did not happen, without one
     * @throws LabException {@code not-confirmed} (exit 2)
     */
    public void meant(String takes, String text, String undone) {
        confirm(takes + " takes a yes", "mean it", text, undone, "mean it");
    }

    /**
     * Goes on where the user agrees to what was shown: with {@code --yes}, or by the answer.
     *
     * @param why a sentence without its end: why somebody must be asked
     * @param shown what was shown
     * @throws LabException {@code not-confirmed} (exit 2)
     */
    public void agreed(String why, String shown, String text) {
        confirm(why, "agree to " + shown, text, "Nothing was changed.", "agree to it");
    }

    private void confirm(String why, String beforehand, String text, String undone, String then) {
        if (session.options().yes()) {
            return;
        }
        if (!session.mayAsk()) {
            throw LabException.invalid("not-confirmed", why + ", and nobody can be asked here.",
                    "Add --yes if you %s.".formatted(beforehand));
        }
        if (!isYes(text)) {
            throw LabException.invalid("not-confirmed", undone, "Answer yes if you %s.".formatted(then));
        }
    }

    /** Everything but y and yes is a no. Call it only where {@link Session#mayAsk()} says so. */
    public boolean isYes(String text) {
        session.err().print(text + " [y/N] ");
        session.err().flush();
        Console console = System.console();
        String answer = console == null ? null : console.readLine();
        if (answer == null) {
            // The end of the input stands on the line of the question.
            session.err().println();
        }
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
