package org.hybridlab.config.rules.kubernetes;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.CLUSTER;
import static org.hybridlab.config.rules.core.Section.MACHINES;

import java.util.List;
import java.util.Set;

import org.hybridlab.config.model.Os;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class ControlPlaneRules {
    public static final Rule CONTROL_PLANE_MISSING = Rule.of("control-plane-missing",
            "A lab has a control plane, or joins a cluster that has one.",
            Set.of(MACHINES, CLUSTER), facts ->
                !facts.lab().joinsExisting() && facts.lab().machines(Role.CONTROL_PLANE).isEmpty()
                ? List.of(error(Place.of("machines"), "no machine is a control plane",
                        "Write `role: control-plane` for one of them."))
                : List.of());

    public static final Rule CONTROL_PLANE_WINDOWS = Rule.of("control-plane-windows",
            "Control planes and etcd run on Linux.",
            Set.of(MACHINES), facts -> Numbered.of(facts.lab().machines()).stream()
                .filter(one -> one.item().os() == Os.WINDOWS && one.item().role() != Role.WORKER)
                .map(one -> error(Place.machine(one.number(), "os"), "%s is a %s, and those run on Linux only"
                        .formatted(one.item().name(), one.item().role().id()), "Make it a worker, or its os linux."))
                .toList());

    /** etcd needs more than half of its members. An even number only adds one more that can fail. */
    public static final Rule CONTROL_PLANE_EVEN = Rule.of("control-plane-even",
            "The number of control planes is odd, or etcd cannot outvote a lost one.",
            Set.of(MACHINES), facts -> facts.lab().machines(Role.ETCD).isEmpty()
                    ? even(facts, Role.CONTROL_PLANE) : List.of());

    /** With etcd machines, control planes run no member. */
    public static final Rule ETCD_EVEN = Rule.of("etcd-even", "The number of etcd machines is odd.",
            Set.of(MACHINES), facts -> even(facts, Role.ETCD));

    private ControlPlaneRules() {
    }

    private static List<Defect> even(LabFacts facts, Role role) {
        int number = facts.lab().machines(role).size();
        return number == 0 || number % 2 == 1 ? List.of() : List.of(error(Place.of("machines"),
                "%d machines with the role %s are no better than %d".formatted(number, role.id(), number - 1),
                "Make it 1, 3 or 5: etcd needs more than half of them to go on."));
    }
}
