package org.hybridlab.provision.change;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.hybridlab.cluster.api.Cluster;
import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Role;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;
import org.hybridlab.provision.render.RenderedFiles;
import org.hybridlab.provision.state.AppliedLab;

/** Plans the removal of what the lab file has switched off. */
public final class SwitchedOffPlanner {
    private SwitchedOffPlanner() {
    }

    public static List<Step> of(UpInput input) {
        LabContext labContext = input.labContext();
        Lab lab = input.lab();
        Optional<AppliedLab> applied = input.ownCluster();
        Predicate<String> wasOn = key -> applied.filter(then -> then.isOn(key)).isPresent();
        List<Step> all = new ArrayList<>();
        if (wasOn.test(AppliedLab.UNTAINT) && !lab.untaint()) {
            List<Machine> machines = lab.machines(Role.CONTROL_PLANE);
            all.add(StepBuilder.step("control-plane-tainted", "Keep ordinary pods off the control plane")
                    .needs(machines.stream().map(one -> StepIds.joined(lab, one)).collect(Collectors.toSet()))
                    .timeout(labContext.timeouts().apply())
                    .retry(LabContext.NETWORK_RETRY)
                    .inputs(machines.stream().map(Machine::name).toList())
                    .action(new ControlPlaneTainted(labContext)).build());
        }
        Addons.installed().stream().filter(addon -> wasOn.test(addon.name()) && !lab.addons().contains(addon))
                .forEach(addon -> all.add(StepBuilder.step(StepIds.addonRemoved(addon), "Remove the " + addon.title())
                        .needs(StepIds.clusterIsThere(lab))
                        .timeout(labContext.timeouts().apply())
                        .retry(LabContext.NETWORK_RETRY)
                        .inputs(lab.name())
                        .action(new AddonRemoved(labContext, addon)).build()));
        return all;
    }

    /** The cluster lacks an addon that is switched off. The workspace still has its manifest. */
    record AddonRemoved(LabContext labContext, Addon addon) implements Action {
        @Override
        public Probe probe(StepContext context) {
            return there().isEmpty() ? Probe.present("the cluster has nothing of it")
                    : Probe.absent("the cluster has the " + addon.title());
        }

        /** Last first, so that dependencies go after their users. */
        @Override
        public void run(StepContext context) {
            List<String> paths = new ArrayList<>(there());
            Collections.reverse(paths);
            for (String path : paths) {
                labContext.cluster().api().deleteWithOwned(path);
                context.line(path + " deleted");
            }
        }

        /** An app may bring the same program under the same names. */
        private boolean isOfAnApp(Manifest object) {
            return labContext.objectsOfApps().stream().anyMatch(one -> one.reference().equals(object.reference())
                    && one.namespace().equals(object.namespace()));
        }

        private List<String> there() {
            Path file = labContext.workspace().folder().resolve(RenderedFiles.addonFile(addon.name()));
            Cluster cluster = labContext.cluster();
            try {
                return !Files.isRegularFile(file) ? List.of() : Manifest.parse(Files.readString(file)).stream()
                        .filter(object -> !isOfAnApp(object)).map(cluster::knownPath).flatMap(Optional::stream)
                        .filter(path -> cluster.api().find(path).isPresent()).toList();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** All control planes have kubeadm's taint, which the lab file had removed. */
    record ControlPlaneTainted(LabContext labContext) implements Action {
        @Override
        public Probe probe(StepContext context) {
            return labContext.lab().machines(Role.CONTROL_PLANE).stream().map(labContext::node)
                    .allMatch(node -> node.isPresent() && node.get().hasControlPlaneTaint())
                    ? Probe.present("all control planes have the taint")
                    : Probe.absent("a control plane takes ordinary pods");
        }

        @Override
        public void run(StepContext context) {
            labContext.lab().machines(Role.CONTROL_PLANE).stream().map(Machine::name)
                    .forEach(labContext.cluster()::taintControlPlane);
        }
    }
}
