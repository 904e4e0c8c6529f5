package org.hybridlab.service.context;

import java.util.List;

import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.Consent;

/**
 * Agrees to what a call would do: the user at a terminal, {@code --yes}, or a program by its own rules. {@link Consent}
 * is about changes of this host.
 */
public interface Approval extends Consent {
    /** Whether any lab is trusted, whoever wrote it. */
    boolean trustsEveryLab();

    /**
     * @param title introduces the list
     * @param effects what the lab would do, a line each
     * @throws org.hybridlab.common.error.LabException {@code lab-not-trusted} (exit 2)
     */
    void trust(String title, List<String> effects);

    /**
     * @return what the plan may destroy
     * @throws org.hybridlab.common.error.LabException {@code not-confirmed} (exit 2)
     */
    Agreement destructions(FirstLook look, Plan plan);

    /** @param question names what would be lost */
    boolean loses(Loss loss, String question);

    /** Whether somebody can be asked, so that a refusal is an answer. */
    default boolean asks() {
        return true;
    }

    /** Agrees to everything, also to what a plan does not know beforehand. */
    Approval EVERYTHING = new Approval() {
        @Override
        public void obtain(List<String> effects, List<String> byHand) {
            // Agreed.
        }

        @Override
        public boolean trustsEveryLab() {
            return true;
        }

        @Override
        public void trust(String title, List<String> effects) {
            // Agreed.
        }

        @Override
        public Agreement destructions(FirstLook look, Plan plan) {
            return Agreement.ALL;
        }

        @Override
        public boolean loses(Loss loss, String what) {
            return true;
        }
    };
}
