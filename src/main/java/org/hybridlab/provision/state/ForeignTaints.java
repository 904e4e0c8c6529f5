package org.hybridlab.provision.state;

import java.util.List;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.cluster.api.Taint;
import org.hybridlab.config.model.NodeTaint;

/** Taints that somebody set and no lab file states. They keep pods off a node for good. */
public final class ForeignTaints {
    private ForeignTaints() {
    }

    /** @param stated those of the lab file */
    public static List<NodeTaint> on(Node node, List<NodeTaint> stated) {
        return node.taints().stream().filter(taint -> !Taint.isOfControllers(taint.key())
                        && !taint.key().equals(Taint.CONTROL_PLANE) && !taint.key().equals(NodeTaint.WINDOWS.key()))
                .map(taint -> new NodeTaint(taint.key(), taint.value(), taint.effect()))
                .filter(taint -> taint.isHard() && stated.stream().noneMatch(taint::sameAs)).toList();
    }
}
