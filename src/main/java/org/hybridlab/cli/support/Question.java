package org.hybridlab.cli.support;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.hybridlab.common.error.LabException;

public final class Question {
    private final Session session;

    public Question(Session session) {
        this.session = session;
    }

    /** Accepts {@code --yes} or the answer. Throws {@code not-confirmed} (exit 2). @param undone if refused */
    public void meant(String takes, String text, String undone) {
        confirm(takes + " takes a yes", "mean it", text, undone, "mean it");
    }

    /** Accepts {@code --yes} or the answer. Throws {@code not-confirmed} (exit 2). @param why without a full stop */
    public void agreed(String why, String shown, String text) {
        confirm(why, "agree to " + shown, text, "Nothing was changed.", "agree to it");
    }

    /** Throws {@code not-confirmed} (exit 2). @param rows shown first @param list the command that lists them */
    public void removal(List<String> rows, String what, String list) {
        if (!session.options().yes()) {
            needYes(rows, "Remove %s?".formatted(what), LabException.invalid("not-confirmed",
                    "Removing %s takes a yes, and nobody can be asked here.".formatted(what),
                    "Look at them with `hybridlab %s`, then add --yes.".formatted(list)),
                    LabException.invalid("not-confirmed", "Nothing was removed.", "Answer yes if you mean it."));
        }
    }

    private void confirm(String why, String beforehand, String text, String undone, String then) {
        if (session.options().yes()) {
            return;
        }
        needYes(List.of(), text, LabException.invalid("not-confirmed", why + ", and nobody can be asked here.",
                "Add --yes if you %s.".formatted(beforehand)),
                LabException.invalid("not-confirmed", undone, "Answer yes if you %s.".formatted(then)));
    }

    /**
     * @param shown lines before the question
     * @param nobody thrown if nobody can be asked, or the input ends
     * @param no thrown for any other answer
     */
    public void needYes(List<String> shown, String text, LabException nobody, LabException no) {
        if (!session.mayAsk()) {
            throw nobody;
        }
        shown.forEach(session.err()::println);
        if (!isYes(ask(text + " [y/N] ").orElseThrow(() -> nobody))) {
            throw no;
        }
    }

    /** Asks only if results are shown on the terminal too. @param usual the answer otherwise, and for an empty line */
    public String answer(String text, String usual) {
        if (!session.mayAsk() || session.options().forPrograms() || !session.input().showsResults()) {
            return usual;
        }
        return ask("%s [%s] ".formatted(text, usual)).map(String::strip).filter(line -> !line.isEmpty()).orElse(usual);
    }

    /** The end of the input means no. */
    boolean isAgreed(String text) {
        return ask(text + " [y/N] ").filter(Question::isYes).isPresent();
    }

    /** Empty at the end of the input. */
    private Optional<String> ask(String prompt) {
        session.err().print(prompt);
        session.err().flush();
        Optional<String> answer = session.input().line();
        if (answer.isEmpty()) {
            // The cursor is still on the line of the question.
            session.err().println();
        }
        return answer;
    }

    private static boolean isYes(String answer) {
        return answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
