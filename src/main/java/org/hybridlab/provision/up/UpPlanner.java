package org.hybridlab.provision.up;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.engine.plan.Plan;
import org.hybridlab.engine.plan.Step;
import org.hybridlab.provision.addon.AddonPlanner;
import org.hybridlab.provision.app.AppPlanner;
import org.hybridlab.provision.box.ComingMachines;
import org.hybridlab.provision.certificate.CertificatePlanner;
import org.hybridlab.provision.change.LabRecord;
import org.hybridlab.provision.change.LeavingPlanner;
import org.hybridlab.provision.change.NewWorkersFirst;
import org.hybridlab.provision.change.RecordedAction;
import org.hybridlab.provision.change.ResizePlanner;
import org.hybridlab.provision.change.SwitchedOffPlanner;
import org.hybridlab.provision.change.UpInput;
import org.hybridlab.provision.change.UpgradePlanner;
import org.hybridlab.provision.context.LabContext;
import org.hybridlab.provision.etcd.EtcdEndpointPlanner;
import org.hybridlab.provision.image.LoadedImagesPlanner;
import org.hybridlab.provision.image.RegistryPlanner;
import org.hybridlab.provision.kubernetes.ClusterPlanner;
import org.hybridlab.provision.kubernetes.JoinPlanner;
import org.hybridlab.provision.machine.MachinePlanner;
import org.hybridlab.provision.simulation.SimulationPlanner;
import org.hybridlab.provision.windows.WindowsPlanner;

/**
 * The plan of {@code up}. Each planner compares the desired lab with the applied one, and states which steps of others
 * its own steps need or precede. Only those edges order the steps.
 */
public final class UpPlanner {
    private UpPlanner() {
    }

    /** Touches neither host nor machines. Reads what the workspace knows of the lab. */
    public static Plan plan(LabContext labContext) {
        UpInput input = UpInput.of(labContext);
        Optional<UpgradePlanner> upgrade = UpgradePlanner.of(input);
        List<Step> desired = Stream.of(
                MachinePlanner.of(new ComingMachines(labContext, input.recreated()),
                        upgrade.map(UpgradePlanner::equipped).orElse(Set.of())),
                // Or what a joined cluster already has.
                ClusterPlanner.of(labContext, LabRecord.leavingControlPlanes(labContext)),
                AddonPlanner.of(labContext),
                JoinPlanner.of(labContext),
                WindowsPlanner.of(labContext),
                SimulationPlanner.of(labContext),
                AppPlanner.of(labContext),
                LoadedImagesPlanner.of(labContext),
                RegistryPlanner.of(labContext)).flatMap(List::stream)
                .map(step -> RecordedAction.of(labContext, step))
                .map(step -> ResizePlanner.startedAgain(input, step)).toList();
        List<Step> changes = Stream.of(
                SwitchedOffPlanner.of(input),
                LeavingPlanner.of(input, desired),
                upgrade.map(UpgradePlanner::steps).orElse(List.of()),
                EtcdEndpointPlanner.of(labContext, input.leaving()),
                ResizePlanner.of(input),
                CertificatePlanner.of(labContext)).flatMap(List::stream).toList();
        return NewWorkersFirst.with(input, new Plan(Stream.concat(desired.stream(), changes.stream()).toList()));
    }
}
