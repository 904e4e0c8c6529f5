package org.hybridlab.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.config.rules.core.Suggestion;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.context.Approval;
import org.hybridlab.service.context.Loss;
import org.hybridlab.service.context.NamedLab;
import org.hybridlab.service.context.ServiceContext;
import org.hybridlab.service.lab.LabService;
import org.hybridlab.service.lab.MachinesOff;
import org.hybridlab.service.lifecycle.LabReset;

/** Recreates machines one after the other, each until its node is ready. Destroys these machines without asking. */
public final class ReplaceService {
    private final ServiceContext context;
    private final Function<NamedLab, LabContext> contexts;
    private final BringUp bringUp;

    public ReplaceService(ServiceContext context) {
        this(context, lab -> labContext(lab, new LabService(context)),
                (approving, lab, options) -> new UpService(approving).up(lab, options));
    }

    /** @param contexts a lab that is up, as it is now */
    public ReplaceService(ServiceContext context, Function<NamedLab, LabContext> contexts, BringUp bringUp) {
        this.context = context;
        this.contexts = contexts;
        this.bringUp = bringUp;
    }

    /** {@link UpService#up}, in a context that agrees to what a replacement destroys. */
    public interface BringUp {
        UpResult up(ServiceContext approving, NamedLab lab, UpOptions options);
    }

    /** @param last {@code up} of the machine begun last */
    public record ReplaceResult(List<String> replaced, UpResult last) {
        public ReplaceResult {
            replaced = List.copyOf(replaced);
        }
    }

    /**
     * Validates the machines. Changes nothing.
     *
     * @param names empty: all workers that are not simulated
     * @return the machines, without duplicates
     * @throws LabException {@code reset-not-ended} (exit 1), {@code replace-refused}, {@code lab-not-up}, {@code
     * machines-off} or {@code machine-unknown} (exit 2)
     */
    public List<String> machines(NamedLab lab, Collection<String> names) {
        LabContext labContext = contexts.apply(lab);
        noReset(labContext, lab);
        // Pods of a suspended machine cannot be drained.
        MachinesOff.check(labContext, context.cancellation());
        return replaceable(labContext, lab.word(), names);
    }

    /** What is lost with the disks of these machines, for people. */
    public String onDisks(NamedLab lab, List<String> machines) {
        return contexts.apply(lab).onDisks(machines);
    }

    private static void noReset(LabContext labContext, NamedLab lab) {
        LabReset.mustBeOver(labContext.workspace(), lab.word(), "no machine of it can be replaced.");
    }

    private static List<String> replaceable(LabContext labContext, String word, Collection<String> names) {
        if (!labContext.hasCluster()) {
            throw LabException.invalid("lab-not-up", "%s is not up, so there is nothing to replace.".formatted(word),
                    "Run `hybridlab up %s` first.".formatted(word));
        }
        List<String> reasons = new ArrayList<>();
        if (LabChanges.of(labContext).filter(changes -> !changes.isEmpty()).isPresent()) {
            reasons.add("the lab file has changed since the last `up`. Run `hybridlab up %s` first".formatted(word));
        }
        Lab lab = labContext.lab();
        List<Machine> machines = names.isEmpty() ? lab.machines(Role.WORKER).stream()
                .filter(machine -> !machine.isSimulated()).toList()
                : names.stream().distinct().map(name -> machine(lab, name, word)).toList();
        if (machines.isEmpty()) {
            reasons.add("the lab has no workers");
        }
        machines.forEach(machine -> refusal(labContext, machine).ifPresent(reasons::add));
        List<String> all = machines.stream().map(Machine::name).toList();
        if (!reasons.isEmpty()) {
            throw LabException.invalid("replace-refused", "%s cannot take this replacement:\n  - %s".formatted(word,
                    String.join("\n  - ", reasons)), "Nothing of %s was touched.".formatted(all.isEmpty() ? word
                            : String.join(", ", all)));
        }
        return all;
    }

    /** @throws LabException {@code machine-unknown} (exit 2) with the nearest name */
    static Machine machine(Lab lab, String name, String word) {
        List<String> known = lab.machines().stream().map(Machine::name).toList();
        return lab.machine(name).orElseThrow(() -> LabException.invalid("machine-unknown",
                "%s has no machine '%s'.".formatted(word, name),
                Suggestion.sentence(name, known) + "Its machines: " + String.join(", ", known) + "."));
    }

    /** Why it cannot be recreated while the cluster goes on. */
    private static Optional<String> refusal(LabContext labContext, Machine machine) {
        Lab lab = labContext.lab();
        String name = machine.name();
        if (machine.isSimulated()) {
            return Optional.of("%s is simulated: there is a node, and no machine".formatted(name));
        } else if (machine.isEtcd()) {
            return Optional.of("%s holds a member of etcd, and takes no part in the cluster's nodes".formatted(name));
        } else if (!machine.isControlPlane()) {
            return Optional.empty();
        } else if (machine.equals(lab.firstControlPlane())) {
            return Optional.of((lab.hasSeveralControlPlanes()
                    ? "%s is the first control plane, through which others join: it is made again only once it is lost"
                    : "%s is the control plane, which begins the cluster: a new one would begin a new cluster")
                    .formatted(name));
        }
        // etcd needs more than half of its members, so the others must be there.
        Set<String> ready = labContext.cluster().nodes().stream().filter(Node::ready).map(Node::name)
                .collect(Collectors.toSet());
        List<String> silent = lab.machines(Role.CONTROL_PLANE).stream().map(Machine::name)
                .filter(other -> !other.equals(name) && !ready.contains(other)).toList();
        return silent.isEmpty() ? Optional.empty() : Optional.of(
                "%s is a control plane, and %s not ready: without both, etcd could stand still".formatted(name,
                        String.join(", ", silent) + (silent.size() == 1 ? " is" : " are")));
    }

    /** @param machines from {@link #machines}, at least one */
    public ReplaceResult replace(NamedLab lab, List<String> machines) {
        List<String> replaced = new ArrayList<>();
        UpResult last = null;
        for (String machine : machines) {
            // The machine before may have taken long, so this one is judged again.
            LabContext labContext = contexts.apply(lab);
            noReset(labContext, lab);
            replaceable(labContext, lab.word(), Set.of(machine));
            boolean checks = machine.equals(machines.get(machines.size() - 1));
            last = bringUp.up(context.with(agreeing(machine)), lab, new UpOptions(OpenOptions.NONE,
                    PlanPart.WHOLE, false, checks, false, Optional.of(machine)));
            if (!last.run().green()) {
                return new ReplaceResult(replaced, last);
            }
            replaced.add(machine);
            context.listener().message("%s is replaced (%d of %d).".formatted(machine, replaced.size(),
                    machines.size()));
        }
        return new ReplaceResult(replaced, last);
    }

    private static LabContext labContext(NamedLab lab, LabService labs) {
        OpenLab open = labs.openToBringUp(lab, OpenOptions.NONE, provider -> List.of());
        labs.needTrust(open);
        return labs.labContext(open);
    }

    /** Agrees to the loss of this machine. The user is asked about any other. */
    private Approval agreeing(String machine) {
        Approval asked = context.approval();
        return new Approval() {
            @Override
            public void obtain(List<String> effects, List<String> byHand) {
                asked.obtain(effects, byHand);
            }

            @Override
            public boolean trustsEveryLab() {
                return asked.trustsEveryLab();
            }

            @Override
            public void trust(String title, List<String> effects) {
                asked.trust(title, effects);
            }

            @Override
            public boolean asks() {
                return asked.asks();
            }

            @Override
            public boolean loses(Loss loss, String what) {
                return asked.loses(loss, what);
            }

            @Override
            public Agreement destructions(FirstLook look, Plan plan) {
                return look.destructions().stream().allMatch(one -> one.step().id().endsWith("/" + machine))
                        ? Agreement.to(look.destructions(), plan) : asked.destructions(look, plan);
            }
        };
    }
}
