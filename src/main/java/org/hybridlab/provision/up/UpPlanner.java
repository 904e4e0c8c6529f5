package org.hybridlab.provision.up;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.addon.MetricsPlanner;
import org.hybridlab.provision.app.AppPlanner;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.certificate.CertificatePlanner;
import org.hybridlab.provision.change.AppliedLab;
import org.hybridlab.provision.change.LeavingPlanner;
import org.hybridlab.provision.change.NewWorkersFirst;
import org.hybridlab.provision.change.PodsWaitedForLast;
import org.hybridlab.provision.change.Replacements;
import org.hybridlab.provision.change.ResizePlanner;
import org.hybridlab.provision.change.SwitchedOffPlanner;
import org.hybridlab.provision.change.UpgradePlanner;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdEndpointPlanner;
import org.hybridlab.provision.kubernetes.ClusterPlanner;
import org.hybridlab.provision.kubernetes.JoinPlanner;
import org.hybridlab.provision.machine.MachinePlanner;
import org.hybridlab.provision.simulation.SimulationPlanner;
import org.hybridlab.provision.windows.WindowsPlanner;

/**
 * The plan of {@code up}, made by one planner for each part. In what order they stand here is for readers: what needs
 * what is all that keeps steps from running at the same time.
 */
public final class UpPlanner {
    private UpPlanner() {
    }

    /** Touches neither the host nor a machine; of the workspace it reads what was made of the lab before. */
    public static Plan plan(LabContext labContext) {
        Set<String> replaced = new Replacements(labContext.workspace()).machines();
        List<Step> steps = Stream.of(
                // Box, the lab's network, machines.
                MachinePlanner.of(new ComingMachines(labContext, replaced)),
                // What they join: etcd, control plane, pod network, addons; or what is there of others.
                ClusterPlanner.of(labContext, AppliedLab.leavingControlPlanes(labContext)),
                MetricsPlanner.of(labContext),
                JoinPlanner.of(labContext),
                WindowsPlanner.of(labContext),
                // Machines of which there is a node only.
                SimulationPlanner.of(labContext),
                AppPlanner.of(labContext)).flatMap(List::stream).toList();
        // What changed in the lab file: machines that it no longer names, others for etcd, other measures of machines,
        // and another version of Kubernetes. And what changes by itself: certificates come to their end.
        return PodsWaitedForLast.with(NewWorkersFirst.with(labContext, new Plan(CertificatePlanner.with(labContext,
                ResizePlanner.with(labContext, EtcdEndpointPlanner.with(labContext, UpgradePlanner.with(labContext,
                        LeavingPlanner.with(labContext, SwitchedOffPlanner.with(labContext, steps)))))))));
    }
}
