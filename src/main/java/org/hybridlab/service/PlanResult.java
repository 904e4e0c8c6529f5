package org.hybridlab.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.change.LabChanges;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.estimate.PlannedBox;
import org.hybridlab.service.estimate.PlannedImage;
import org.hybridlab.service.estimate.PlannedImages;
import org.hybridlab.service.estimate.UpEstimate;

/**
 * What {@code up} would do.
 *
 * @param lab with the provider and the network that were chosen
 * @param resetNotEnded snapshot of a reset that was cut off. {@code up} repeats it, and later steps are unknown until
 * then
 * @param notProbed why no machine was probed; empty: they were
 * @param changes of the file since the last {@code up}; empty before the first, or if unknown
 * @param proof how far such Windows machines are proven; empty if the lab has none
 * @param boxes from outside
 * @param images of Windows machines
 */
public record PlanResult(OpenLab lab, Optional<String> resetNotEnded, Optional<String> notProbed,
                         Optional<List<LabChange>> changes, UpEstimate estimate, Optional<String> proof,
                         List<PlannedBox> boxes, PlannedImages images, List<PlannedStep> steps) {
    public PlanResult {
        changes = changes.map(List::copyOf);
        boxes = List.copyOf(boxes);
        steps = List.copyOf(steps);
    }

    public List<String> heading() {
        List<String> lines = new ArrayList<>(List.of("%s on %s (%s), machines in %s".formatted(lab.lab().name(),
                lab.choice().provider().id(), lab.choice().reason(), lab.lab().network().machines())));
        lines.addAll(LabChanges.lines(changes));
        return lines;
    }

    public PlanSummary summary() {
        return new PlanSummary(lab.lab().name(), lab.choice().provider(),
                lab.lab().simulatedMachines().stream().map(Machine::name).toList(), proof, boxes, images.all(),
                images.onHost(), resetNotEnded, changes.orElse(List.of()), steps);
    }

    /**
     * The shape of {@code --output json}; see {@link PlanResult}.
     *
     * @param simulated names of the machines that are nodes only
     * @param images of Windows machines that are built
     * @param imagesOnHost whether this host fetches them for all machines; else each machine pulls its own
     */
    public record PlanSummary(String lab, ProviderName provider, List<String> simulated, Optional<String> proof,
                              List<PlannedBox> boxes, List<PlannedImage> images, boolean imagesOnHost,
                              Optional<String> resetNotEnded, List<LabChange> changes, List<PlannedStep> steps) {
    }
}
