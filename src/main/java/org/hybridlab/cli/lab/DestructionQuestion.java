package org.hybridlab.cli.lab;

import java.util.List;

import org.hybridlab.cli.support.Question;
import org.hybridlab.cli.support.Session;
import org.hybridlab.common.error.LabException;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.Destruction;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;

/** Says what a run of {@code up} would destroy, and asks once for all of it. */
public record DestructionQuestion(Session session) {
    /**
     * What the user agrees to; with {@code --yes} everything, also what turns out on the way.
     *
     * @throws LabException {@code not-confirmed} (exit 2)
     */
    public Agreement ask(FirstLook look, Plan plan) {
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
        if (!session.mayAsk()) {
            throw LabException.invalid("not-confirmed", "`up` would destroy something, and nobody can be asked here.",
                    "Add --yes if you agree to what is said above.");
        }
        if (!new Question(session).isYes("Go on?")) {
            throw LabException.invalid("not-confirmed", "Nothing was changed.", "Answer yes if you agree to it.");
        }
        return Agreement.to(found, plan);
    }
}
