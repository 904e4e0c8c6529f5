package org.hybridlab.cluster.inventory;

import java.util.Collection;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the API server refuses of Services. A port is allocated before it is seen that there is one of that name. */
final class FakeServices {
    private FakeServices() {
    }

    static void mustHaveFreePorts(ObjectNode wanted, Collection<ObjectNode> all) {
        wanted.at("/spec/ports").forEach(port -> all.stream().filter(one -> port.has("nodePort")
                && one.at("/spec/ports/0/nodePort").equals(port.path("nodePort"))).findFirst().ifPresent(one -> {
                    throw LabException.labFailed("api-refused", "nodePort: provided port is already allocated", "");
                }));
    }

    static void mustKeepAddress(JsonNode before, JsonNode wanted) {
        if (!before.at("/spec/clusterIP").equals(wanted.at("/spec/clusterIP"))) {
            throw LabException.labFailed("object-refused", "spec.clusterIP: field is immutable", "");
        }
    }
}
