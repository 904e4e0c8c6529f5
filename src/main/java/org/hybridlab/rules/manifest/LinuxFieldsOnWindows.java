package org.hybridlab.rules.manifest;

import java.util.stream.Stream;

import org.hybridlab.lab.Lab;
import org.hybridlab.rules.ManifestNode;

/**
 * The API server refuses them in pods that declare Windows, and a kubelet on Windows cannot do them. The list is that
 * of Kubernetes' own validation (validateWindows).
 */
final class LinuxFieldsOnWindows extends PodRule {
    private static final String[] POD = {"hostPID", "hostIPC", "hostUsers", "shareProcessNamespace"};
    private static final String[] POD_CONTEXT = {"seLinuxOptions", "seccompProfile", "appArmorProfile", "fsGroup",
        "fsGroupChangePolicy", "sysctls", "runAsUser", "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy"};
    private static final String[] CONTAINER_CONTEXT = {"seLinuxOptions", "seccompProfile", "appArmorProfile",
        "capabilities", "readOnlyRootFilesystem", "privileged", "allowPrivilegeEscalation", "procMount", "runAsUser",
        "runAsGroup"};

    LinuxFieldsOnWindows() {
        super("windows-security-context", "Pods for Windows have no settings that only Linux has.");
    }

    @Override
    Stream<Flaw> look(PodSpec pod, Lab lab) {
        if (!pod.isWindows()) {
            return Stream.of();
        }
        ManifestNode node = pod.node();
        Stream<Flaw> containers = pod.containers().stream()
                .flatMap(container -> flaws(container.at("securityContext"), CONTAINER_CONTEXT));
        return Stream.of(flaws(node, POD), flaws(node.at("securityContext"), POD_CONTEXT), containers)
                .flatMap(flaws -> flaws);
    }

    private static Stream<Flaw> flaws(ManifestNode node, String... fields) {
        return Stream.of(fields).filter(field -> node.at(field).isPresent()).map(field -> new Flaw(node.at(field),
                "Windows has no %s".formatted(field), "Leave it out; `windowsOptions` has what Windows can do."));
    }
}
