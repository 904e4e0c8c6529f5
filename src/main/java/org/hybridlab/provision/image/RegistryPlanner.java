package org.hybridlab.provision.image;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Manifest;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Registry;
import org.hybridlab.engine.plan.Action;
import org.hybridlab.engine.plan.Probe;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.engine.plan.StepContext;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.context.StepBuilder;
import org.hybridlab.provision.context.StepIds;

/** Plans the registry beside the lab, or its end. */
public final class RegistryPlanner {
    /** As KEP 1755 has it: Tilt and Skaffold read it. */
    private static final String CONFIG_MAP = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: local-registry-hosting, namespace: kube-public}
            data:
              localRegistryHosting.v1: |
                host: "%s"
                hostFromClusterNetwork: "%s"
            """;

    private RegistryPlanner() {
    }

    public static List<Step> of(LabContext labContext) {
        Lab lab = labContext.lab();
        LabRegistry registry = new LabRegistry(labContext.processes(), labContext.workspace());
        Optional<Registry> wanted = lab.ownRegistry();
        if (wanted.isEmpty() && !registry.exists()) {
            return List.of();
        }
        String inLab = Registry.ofLab(lab.network().machines()).mirrors().get(0).replace("http://", "");
        List<Manifest> told = Manifest.parse(CONFIG_MAP.formatted(Registry.OF_LAB, inLab));
        StepBuilder step = wanted.isPresent()
                ? StepBuilder.step("registry-served", "Run the registry beside the lab")
                        .before(StepIds.APP_APPLIED)
                        .action(new Served(labContext, registry, List.of(Registry.PUSHED_TO, inLab), told))
                : StepBuilder.step("registry-ended", "End the registry beside the lab")
                        .action(new Ended(labContext, registry, told));
        return List.of(step.needs(StepIds.clusterIsThere(lab)).timeout(labContext.timeouts().apply())
                .retry(LabContext.NETWORK_RETRY).inputs(inLab).build());
    }

    /** The registry answers, and the cluster says where it is. */
    record Served(LabContext labContext, LabRegistry registry, List<String> addresses, List<Manifest> told)
            implements Action {
        @Override
        public Probe probe(StepContext context) {
            List<String> silent = addresses.stream().filter(address -> !registry.serves(address)).toList();
            return !silent.isEmpty() ? Probe.absent("it does not answer at " + String.join(", ", silent))
                    : labContext.changes().look("the registry's ConfigMap", told);
        }

        @Override
        public void run(StepContext context) {
            addresses.stream().filter(address -> !registry.serves(address)).forEach(address -> {
                registry.start(address, context.cancellation());
                context.line("the registry answers at " + address);
            });
            labContext.changes().apply(told, context);
        }
    }

    /** Nothing of it runs. What was pushed stays in the workspace. */
    record Ended(LabContext labContext, LabRegistry registry, List<Manifest> told) implements Action {
        private Optional<String> there() {
            return told.stream().map(labContext.cluster()::knownPath).flatMap(Optional::stream)
                    .filter(path -> labContext.cluster().api().find(path).isPresent()).findFirst();
        }

        @Override
        public Probe probe(StepContext context) {
            return registry.isRunning() || there().isPresent() ? Probe.absent("it runs, or the cluster names it")
                    : Probe.present("it does not run");
        }

        @Override
        public void run(StepContext context) {
            registry.end(context.cancellation());
            there().ifPresent(labContext.cluster().api()::deleteWithOwned);
        }
    }
}
