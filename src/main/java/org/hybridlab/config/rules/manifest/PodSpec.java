package org.hybridlab.config.rules.manifest;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;

/** The {@code spec} of a pod or of a workload's pods. */
record PodSpec(ManifestNode node) {
    static final String OS_LABEL = "kubernetes.io/os";
    static final String ARCH_LABEL = "kubernetes.io/arch";
    static final String BUILD_LABEL = "node.kubernetes.io/windows-build";
    static final String HOST_LABEL = "kubernetes.io/hostname";
    /** Deprecated since Kubernetes 1.14. */
    static final String OLD_OS_LABEL = "beta.kubernetes.io/os";
    private static final Set<String> BETA = Set.of(OLD_OS_LABEL, "beta.kubernetes.io/arch");
    private static final String WINDOWS = "windows";

    static Optional<PodSpec> of(ManifestObject object) {
        ManifestNode spec = object.body().at("spec");
        ManifestNode pod = switch (object.kind()) {
            case "Pod" -> spec;
            case "Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "ReplicationController", "Job" ->
                    spec.at("template", "spec");
            case "CronJob" -> spec.at("jobTemplate", "spec", "template", "spec");
            default -> ManifestNode.NOTHING;
        };
        return Optional.of(pod).filter(ManifestNode::isPresent).map(PodSpec::new);
    }

    List<ManifestNode> containers() {
        return Stream.of("initContainers", "containers").flatMap(key -> node.at(key).items().stream()).toList();
    }

    ManifestNode selector(String label) {
        return node.at("nodeSelector").at(label);
    }

    /** The deprecated label counts as the new one. */
    Optional<String> selectedOs() {
        return selector(OS_LABEL).or(selector(OLD_OS_LABEL)).text();
    }

    Optional<String> declaredOs() {
        return node.text("os", "name");
    }

    /** By what it declares, or else by its images. */
    boolean isWindows() {
        return declaredOs().or(this::selectedOs).map(WINDOWS::equals)
                .orElseGet(() -> hostProcess(node) || images().anyMatch(image -> image.os().filter(WINDOWS::equals)
                        .isPresent()));
    }

    /** Whether something else than its node selector may name its system. */
    boolean namesOs() {
        return node.at("affinity", "nodeAffinity").isPresent() || node.at("nodeName").isPresent()
                || node.at("runtimeClassName").isPresent();
    }

    Stream<Image> images() {
        return containers().stream().map(container -> container.at("image")).filter(image -> image.text().isPresent())
                .map(Image::new);
    }

    boolean isHostProcess() {
        return hostProcess(node) || containers().stream().anyMatch(PodSpec::hostProcess);
    }

    static boolean hostProcess(ManifestNode node) {
        return node.at("securityContext", "windowsOptions", "hostProcess").isTrue();
    }

    boolean toleratesWindows() {
        return tolerates(NodeTaint.WINDOWS);
    }

    boolean tolerates(NodeTaint taint) {
        return node.at("tolerations").items().stream().anyMatch(toleration -> tolerates(toleration, taint));
    }

    private static boolean tolerates(ManifestNode toleration, NodeTaint taint) {
        boolean exists = toleration.text("operator").filter("Exists"::equals).isPresent();
        boolean key = toleration.text("key").map(taint.key()::equals).orElse(exists);
        boolean value = exists || toleration.text("value").orElse("").equals(taint.value());
        return key && value && toleration.text("effect").map(taint.effect()::equals).orElse(true);
    }

    List<Machine> windowsMachines(Lab lab) {
        return lab.windowsMachines().stream().filter(this::selects).toList();
    }

    boolean selects(Machine machine) {
        return fits(selectedOs(), machine.os().id()) && fits(selector(ARCH_LABEL).text(), machine.arch().id())
                && fits(selector(HOST_LABEL).text(), machine.name())
                && fits(selector(BUILD_LABEL).text(), machine.windows().map(one -> one.build().label()).orElse(""));
    }

    /** Whether the machine has the labels of the selector and of the required node affinity. */
    boolean prefers(Machine machine) {
        Map<String, String> labels = labels(machine);
        List<ManifestNode> terms = node.at("affinity", "nodeAffinity",
                "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms").items();
        return node.at("nodeSelector").fields().entrySet().stream().allMatch(label -> BETA.contains(label.getKey())
                || label.getValue().text().equals(Optional.ofNullable(labels.get(label.getKey()))))
                && (terms.isEmpty() || terms.stream().anyMatch(term -> term.at("matchExpressions").items().stream()
                .allMatch(wanted -> matches(wanted, labels))));
    }

    private static Map<String, String> labels(Machine machine) {
        Map<String, String> labels = new HashMap<>(machine.node().labels());
        labels.putAll(Map.of(OS_LABEL, machine.os().id(), ARCH_LABEL, machine.arch().id(), HOST_LABEL, machine.name()));
        machine.windows().ifPresent(windows -> labels.put(BUILD_LABEL, windows.build().label()));
        if (machine.isControlPlane()) {
            labels.put("node-role.kubernetes.io/control-plane", "");
        }
        return labels;
    }

    private static boolean matches(ManifestNode wanted, Map<String, String> labels) {
        String key = wanted.text("key").orElse("");
        boolean among = wanted.at("values").items().stream().flatMap(value -> value.text().stream())
                .anyMatch(value -> value.equals(labels.get(key)));
        return BETA.contains(key) || switch (wanted.text("operator").orElse("")) {
            case "In" -> among;
            case "NotIn" -> !among;
            case "Exists" -> labels.containsKey(key);
            case "DoesNotExist" -> !labels.containsKey(key);
            default -> true;
        };
    }

    /** How much memory in bytes, or how many processors, the pod asks for. */
    BigDecimal asked(String amount) {
        return node.at("containers").items().stream().flatMap(container -> PodValues.quantity(container.at("resources",
                "requests", amount).or(container.at("resources", "limits", amount))).stream())
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    /** Builds of the Windows machines that it may run on. */
    List<WindowsBuild> builds(Lab lab) {
        return windowsMachines(lab).stream().flatMap(machine -> machine.windows().stream())
                .map(windows -> windows.build()).distinct().toList();
    }

    private static boolean fits(Optional<String> wanted, String value) {
        return wanted.map(value::equals).orElse(true);
    }
}
