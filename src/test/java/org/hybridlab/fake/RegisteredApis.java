package org.hybridlab.fake;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import org.hybridlab.common.error.LabException;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the API server does with APIs that it registered when it started. One without its APIService is not named any
 * more, but served; of one whose APIService names another server, that one is asked, which is away.
 */
final class RegisteredApis {
    private static final String SERVICES = "/apis/apiregistration.k8s.io/v1/apiservices/";
    /** Versions. */
    private final Set<String> registered = new TreeSet<>();
    private final Map<String, ObjectNode> objects;

    RegisteredApis(Map<String, ObjectNode> objects) {
        this.objects = objects;
    }

    void register(String path, ObjectNode object) {
        if (path.startsWith(SERVICES) && object.at("/metadata/labels").has(
                "kube-aggregator.kubernetes.io/automanaged")) {
            registered.add(version(path));
        }
    }

    private static String version(String service) {
        return service.replaceFirst(SERVICES + "([^.]+)\\.(.*)", "$2/$1");
    }

    boolean names(String version) {
        return !registered.contains(version) || objects.keySet().stream().anyMatch(path -> path.startsWith(SERVICES)
                && version(path).equals(version));
    }

    void mustBeServed(String path) {
        objects.forEach((service, object) -> {
            if (service.startsWith(SERVICES) && registered.contains(version(service))
                    && object.path("spec").has("service") && (path + "/").startsWith("/apis/%s/".formatted(
                            version(service)))) {
                throw LabException.labFailed("api-busy", path + " (503)", "");
            }
        });
    }
}
