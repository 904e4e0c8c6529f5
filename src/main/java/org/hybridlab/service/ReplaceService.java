package org.hybridlab.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import org.hybridlab.config.file.OpenOptions;
import org.hybridlab.engine.Agreement;
import org.hybridlab.engine.FirstLook;
import org.hybridlab.engine.plan.Plan;
import org.hybridlab.provision.change.ReplaceRefusals;
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
     * Validates and sorts the machines. Changes nothing.
     *
     * @param machines by name; empty: all workers
     * @throws org.hybridlab.common.error.LabException {@code reset-not-ended} (exit 1), {@code replace-refused}, {@code
     * lab-not-up}, {@code machines-off} or {@code machine-unknown} (exit 2)
     */
    public List<String> machines(NamedLab lab, Collection<String> machines) {
        LabContext labContext = contexts.apply(lab);
        noReset(labContext, lab);
        // Pods of a suspended machine cannot be drained.
        MachinesOff.of(() -> labContext.states(context.cancellation()).byName().values(), labContext.lab().name(),
                lab.word()).ifPresent(off -> {
                    throw off;
                });
        return ReplaceRefusals.check(labContext, machines, lab.word());
    }

    private static void noReset(LabContext labContext, NamedLab lab) {
        LabReset.mustBeOver(labContext.workspace(), lab.word(), "no machine of it can be replaced.");
    }

    /** @param machines from {@link #machines}, at least one */
    public ReplaceResult replace(NamedLab lab, List<String> machines) {
        List<String> replaced = new ArrayList<>();
        UpResult last = null;
        for (String machine : machines) {
            // The machine before may have taken long, so this one is judged again.
            LabContext labContext = contexts.apply(lab);
            noReset(labContext, lab);
            ReplaceRefusals.check(labContext, Set.of(machine), lab.word());
            boolean checks = machine.equals(machines.get(machines.size() - 1));
            last = bringUp.up(context.with(agreeing(machine)), lab, new UpOptions(OpenOptions.NONE,
                    PlanPart.WHOLE, checks, false, Optional.of(machine)));
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
