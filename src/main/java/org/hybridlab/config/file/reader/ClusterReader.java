package org.hybridlab.config.file.reader;

import java.util.Optional;

import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.ExistingCluster;
import org.hybridlab.config.model.Ipv4;
import org.hybridlab.config.rules.core.Place;

final class ClusterReader {
    static final MappingShape CLUSTER = MappingShape.of("cluster",
            Field.required("kubeconfig", Forms.FILE, "Kubeconfig",
                    "The file with an administrator's rights in that cluster, from the lab's folder on. It stays on "
                    + "the host.").examples("~/.kube/config"),
            Field.optional("context", Forms.CONTEXT, "Context",
                    "The context of that file. Without it, its current one.").examples("kubernetes-admin@kubernetes"),
            Field.optional("gateways", ListShape.of(Forms.ADDRESS, 10), "Gateways",
                    "Addresses of Linux machines of that cluster which hold the gateways of the lab's Windows machines "
                    + "by turns. Only for `tor-winbridge`, which needs two or more; you run a script on each."));

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
