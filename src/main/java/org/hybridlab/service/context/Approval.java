package org.hybridlab.service.context;

import java.util.List;

import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.Consent;

/** Agrees to what a call would do, such as the user at a terminal. {@link Consent} is about this host. */
public interface Approval extends Consent {
    /** Whether every lab is trusted, regardless of its author. */
    boolean trustsEveryLab();

    /** Throws {@code lab-not-trusted} (exit 2). @param title of the list @param effects what the lab would do */
    void trust(String title, List<String> effects);

    /** Returns what the plan may destroy. Throws {@code not-confirmed} (exit 2). */
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
