package org.hybridlab.config.file.reader;

import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.ExistingCluster;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.rules.core.Place;

final class ClusterReader {
    private ClusterReader() {
    }

    static Optional<ExistingCluster> read(Part lab, Origins origins) {
        lab.value("cluster").ifPresent(node -> origins.put(Place.of("cluster"), node));
        return lab.part("cluster").map(part -> {
            part.pairs().forEach(pair -> origins.put(Place.of("cluster", Part.name(pair)), pair.getValueNode()));
            return new ExistingCluster(part.text("kubeconfig").orElse(""), part.text("context"),
                    part.texts("gateways").stream().map(Ipv4::parse).toList());
        });
    }
}
