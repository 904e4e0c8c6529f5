package org.hybridlab.provision.addon;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.common.error.LabException;
import org.hybridlab.common.template.Templates;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Machine;
import org.hybridlab.engine.plan.Fingerprint;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.context.InMachine;
import org.hybridlab.provision.context.LabContext;

/** A Linux node has the programs of an addon, and its kernel can run them. */
final class AddonOnNode extends InMachine {
    private static final Duration TRIAL = Duration.ofMinutes(1);

    private final Addon addon;

    AddonOnNode(LabContext labContext, Addon addon, Machine machine) {
        super(labContext, machine);
        this.addon = addon;
    }

    @Override
    protected Probe look(StepContext context) {
        if (labContext.bundles().extra(Group.of(addon)).isEmpty()) {
            return Probe.absent("there is no %s on this host".formatted(addon.title()));
        }
        Guest guest = labContext.guest(machine, context);
        return guest.fileEquals(mark(), fingerprint()) && addon.programs().values().stream().allMatch(guest::has)
                ? Probe.present("it has the " + addon.title()) : Probe.absent("it lacks the " + addon.title());
    }

    @Override
    public Duration longest() {
        return AddonServed.UPLOAD;
    }

    @Override
    public void run(StepContext context) {
        Guest guest = labContext.guest(machine, context);
        addon.trial().map(script -> guest.root(TRIAL, "sh", "-c", trial(script))).filter(tried -> !tried.ok())
                .ifPresent(tried -> {
                    throw LabException.labFailed("addon-trial-failed", "The kernel of %s cannot run the %s.".formatted(
                            machine.name(), addon.title()), "Load the modules that are named%s, or write `%s: false` "
                                    .formatted(sharesKernel() ? " on this host" : "", addon.name())
                                    + "into the lab file.").because(tried.stderr().strip());
                });
        addon.programs().forEach((program, path) -> guest.upload(bundle().file(program), path, "0755",
                AddonServed.UPLOAD));
        guest.write(mark(), fingerprint(), "0644");
    }

    private boolean sharesKernel() {
        return labContext.provider().name().traits().sharesKernel();
    }

    private Bundle bundle() {
        return labContext.bundles().extra(Group.of(addon)).orElseThrow();
    }

    private String trial(String script) {
        return Templates.installed(addon.folder()).render(script, Map.of());
    }

    private String mark() {
        return "/var/cache/hybridlab/%s.fingerprint".formatted(addon.name());
    }

    private String fingerprint() {
        List<Object> parts = new ArrayList<>();
        Map<String, String> sums = bundle().sums();
        addon.programs().forEach((program, path) -> parts.addAll(List.of(sums.get(program), path)));
        addon.trial().ifPresent(script -> parts.add(trial(script)));
        return Fingerprint.of(parts.toArray());
    }
}
