package org.hybridlab.labfile;

import java.util.List;
import java.util.Map;

import org.hybridlab.lab.NodePorts;

/** The key {@code apps}. */
final class AppShape {
    static final NumberShape NODE_PORT = NumberShape.of("node-port-range",
            "A NodePort is 30000 to 32767, as the API server wants it.", NodePorts.FIRST, NodePorts.LAST,
            "a NodePort");

    private static final MappingShape APP = MappingShape.of("an app",
            Field.required("name", Forms.APP_NAME, "Name", "The app's name.").examples("numbers"),
            Field.optional("manifests", ListShape.of(Forms.MANIFEST, 100)
                            .notEmpty("manifests-empty", "An app's list of manifests names at least one."),
                    "Manifests", "Files or folders below the lab's folder, applied in this order. Without it, "
                    + "`apps/NAME.yaml`, or the folder `apps/NAME`.").examples(List.of("apps/web.yaml")),
            Field.optional("scale", new MapShape(Forms.DEPLOYMENT, NumberShape.of("scale-range",
                            "A Deployment is scaled to 0 to 100 replicas.", 0, 100, "a number of replicas"),
                            "Write for example {web: 3}."),
                    "Scale", "Replicas by Deployment, set after the manifests are applied.")
                    .examples(Map.of("api", 3)),
            Field.optional("nodePort", NODE_PORT, "NodePort",
                    "Where the app can be opened, on every machine's address. "
                    + "Without it, the app has no page.").examples(30000),
            Field.optional("path", Forms.URL_PATH, "Path", "Path of the app's page.").absent("/"));

    static final ListShape APPS = ListShape.of(new TextOrMappingShape(Forms.APP_NAME, APP), 100);

    private AppShape() {
    }
}
