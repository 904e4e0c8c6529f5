package org.hybridlab.cli.support;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.hybridlab.common.error.LabException;

/** A question on the terminal. */
public final class Question {
    private final Session session;

    public Question(Session session) {
        this.session = session;
    }

    /**
     * Returns if the user means it: by {@code --yes}, or by the answer.
     *
     * @param takes what takes a yes
     * @param undone what did not happen, without one
     * @throws LabException {@code not-confirmed} (exit 2)
     */
    public void meant(String takes, String text, String undone) {
        confirm(takes + " takes a yes", "mean it", text, undone, "mean it");
    }

    /**
     * Returns if the user agrees to what was shown: by {@code --yes}, or by the answer.
     *
     * @param why a sentence without its end: why somebody must be asked
     * @param shown what was shown
     * @throws LabException {@code not-confirmed} (exit 2)
     */
    public void agreed(String why, String shown, String text) {
        confirm(why, "agree to " + shown, text, "Nothing was changed.", "agree to it");
    }

    /**
     * Returns if the user means to remove what is shown.
     *
     * @param rows what goes, shown before the question
     * @param what goes, as part of a sentence
     * @param list the command that lists it
     * @throws LabException {@code not-confirmed} (exit 2)
     */
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
     * Returns if the answer is yes.
     *
     * @param shown lines before the question, if it is asked
     * @param nobody is thrown where nobody can be asked, and at the end of the input
     * @param no is thrown for any other answer
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

    /**
     * Asks for a line, if the results are shown on the terminal too.
     *
     * @param usual the answer otherwise, and if the line is empty
     */
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

    /** A line; empty at the end of the input. */
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
