package org.hybridlab.cli.support;

import java.util.List;
import java.util.stream.Stream;

import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.Loss;

/** Asks on the terminal. With {@code --yes} nobody is asked, and without a terminal nobody can be asked. */
public record TerminalApproval(Session session) implements Approval {
    @Override
    public void obtain(List<String> effects, List<String> byHand) {
        if (session.options().yes()) {
            return;
        }
        String commands = String.join("\n", byHand);
        new Question(session).needYes(list("hybridlab would like to:", effects), "Do it now?",
                LabException.hostNotReady("host-not-ready", "This host is not ready: hybridlab would have to "
                        + String.join(", ", effects) + ".", "Add --yes, or do it yourself:\n" + commands),
                LabException.hostNotReady("host-not-ready", "Nothing was changed.", "To do it yourself:\n"
                        + commands));
    }

    @Override
    public boolean trustsEveryLab() {
        return session.options().trust();
    }

    @Override
    public void trust(String title, List<String> effects) {
        List<String> list = Stream.concat(Stream.of(title + ":"), effects.stream()).toList();
        new Question(session).needYes(list, "Do you trust it?",
                LabException.invalid("lab-not-trusted", String.join("\n", list), "If you trust its author, add "
                        + "--trust, or set HYBRIDLAB_TRUST=true. --yes alone does not trust it."),
                LabException.invalid("lab-not-trusted", "Nothing was done.", "Answer yes if you trust the lab."));
    }

    private static List<String> list(String title, List<String> effects) {
        return Stream.concat(Stream.of(title), effects.stream().map(deed -> "  - " + deed)).toList();
    }

    /** Asks once for all of them. {@code --yes} agrees also to those that are found later. */
    @Override
    public Agreement destructions(FirstLook look, Plan plan) {
        List<Destruction> found = look.destructions();
        if (!found.isEmpty()) {
            session.err().println("This is lost if `up` goes on. It will");
            found.forEach(one -> session.err().println("  - " + one.what()));
        }
        if (session.options().yes()) {
            return Agreement.ALL;
        }
        if (found.isEmpty()) {
            return Agreement.NONE;
        }
        new Question(session).agreed("`up` would destroy something", "what is said above", "");
        return Agreement.to(found, plan);
    }

    @Override
    public boolean loses(Loss loss, String question) {
        return session.options().loses(loss) || session.mayAsk() && new Question(session).isAgreed(question);
    }

    @Override
    public boolean asks() {
        return session.mayAsk();
    }
}
