package org.hybridlab.diagnose.object;

import java.util.List;
import java.util.Optional;

/** APIs that the API server passes on to a service, and which that does not answer. */
final class ApiServiceEvidence {
    private static final String PATH = "/apis/apiregistration.k8s.io/v1/apiservices";
    private static final String REFERENCE = "apiservice/";

    private ApiServiceEvidence() {
    }

    static void of(ClusterLists lists, ObjectLines lines) {
        List<String> wanted = lists.ownCluster().stream().flatMap(lab -> lab.addons().stream())
                .flatMap(addon -> addon.ready().stream()).filter(reference -> reference.startsWith(REFERENCE))
                .map(reference -> reference.substring(REFERENCE.length())).toList();
        for (LiveObject service : lists.of(PATH)) {
            Optional<String> why = service.condition("Available", "False").map(LiveObject::summary);
            why.ifPresent(words -> lines.say("APIService %s%s is not available: %s".formatted(service.name(),
                    wanted.contains(service.name()) ? ", which the lab wants," : "", words)));
        }
        wanted.stream().filter(name -> lists.find(PATH, "", name).isEmpty()).forEach(name ->
                lines.say("APIService %s, which the lab wants, does not exist".formatted(name)));
    }
}
