package org.hybridlab.service;

import java.util.List;
import java.util.Optional;

import org.hybridlab.provision.change.LabChange;
import org.hybridlab.provision.context.OpenLab;
import org.hybridlab.service.estimate.PlannedBox;
import org.hybridlab.service.estimate.PlannedImages;
import org.hybridlab.service.estimate.UpEstimate;

/**
 * What {@code up} would do with a lab, and what is known of that before.
 *
 * @param lab as its file has it, with the provider and the network that were chosen
 * @param resetNotEnded the snapshot of a reset that was cut off: {@code up} does it again, and what comes after that is
 *                      not known before
 * @param notProbed why none of its machines was asked; empty: they were asked
 * @param changes of its file since the last {@code up}; empty before the first one, and while they are not known
 * @param estimate what there is to get, and about how long it takes
 * @param proof how far Windows machines of this kind are proven; empty if the lab has none
 * @param boxes that come from elsewhere
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
}
