package org.hybridlab.service.context;

import java.util.List;

import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.host.Consent;

/**
 * The one who may agree to what a call would do: the user at a terminal, {@code --yes}, or a program by rules of its
 * own. {@link Consent} is asked for changes of this host.
 */
public interface Approval extends Consent {
    /** Whether labs may do here what they would, no matter who wrote them. */
    boolean trustsEveryLab();

    /**
     * Returns if the lab may do that.
     *
     * @param title what is asked, as the beginning of a list
     * @param effects what the lab would do, as lines of that list
     * @throws org.hybridlab.common.error.LabException {@code lab-not-trusted} (exit 2)
     */
    void trust(String title, List<String> effects);

    /**
     * What of the destructions the plan may do.
     *
     * @throws org.hybridlab.common.error.LabException {@code not-confirmed} (exit 2)
     */
    Agreement destructions(FirstLook look, Plan plan);

    /** @param question with what would be lost */
    boolean loses(Loss loss, String question);

    /** Whether there is somebody to be asked, so that a refusal is an answer. */
    default boolean asks() {
        return true;
    }

    /** Agrees to everything, also to what turns out on the way. */
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
