package org.hybridlab.config.rules.manifest;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.NodeTaint;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

public final class PodPlacementRules {
    private static final List<String> LABELS = List.of(PodSpec.BUILD_LABEL, PodSpec.HOST_LABEL, PodSpec.ARCH_LABEL,
            PodSpec.OS_LABEL, PodSpec.OLD_OS_LABEL);
    private static final Pattern FORM = Pattern.compile("10\\.0\\.[0-9]{5}");

    /** The API server uses {@code spec.os}, the scheduler the node selector. */
    public static final Rule POD_OS = ManifestRule.ofPods("pod-os",
            "What a pod declares as its operating system is linux or windows, and what its node selector asks for.",
            PodPlacementRules::podOs);

    /** Otherwise the scheduler may choose a Linux node, which cannot run it. */
    public static final Rule WINDOWS_POD_SELECTOR = ManifestRule.ofPods("windows-pod-selector",
            "Pods for Windows select Windows nodes.",
            (pod, lab) -> pod.isWindows() && pod.selectedOs().isEmpty() && !pod.namesOs() && !keptOffLinux(pod,
                lab) ? Stream.of(new Flaw(pod.node(),
                "the pod is for Windows, and Linux nodes would get it too",
                "Write nodeSelector: {%s: windows}.".formatted(PodSpec.OS_LABEL))) : Stream.of());

    /** hybridlab taints Windows nodes at their join, as SIG Windows advises. */
    public static final Rule WINDOWS_POD_TOLERATION = ManifestRule.ofPods("windows-pod-toleration",
            "Pods for Windows tolerate the taint of Windows nodes.",
            PodPlacementRules::windowsPodToleration);

    /** Without a taint, only a selector keeps pods off Windows nodes. */
    public static final Rule LINUX_POD_SELECTOR = ManifestRule.ofPods("linux-pod-selector",
            "Beside Windows machines, pods for Linux that Windows nodes would take select Linux nodes.",
            PodPlacementRules::linuxPodSelector);

    public static final Rule POD_UNSCHEDULABLE = ManifestRule.of("pod-unschedulable",
            "Every pod selects some machine of the lab by system, architecture, build and name.",
            Severity.ERROR, (object, lab) -> object.kind().equals("DaemonSet") ? Stream.of()
                : PodSpec.of(object).stream().flatMap(pod -> podUnschedulable(pod, lab)));

    /** A warning: somebody may label nodes by hand. */
    public static final Rule POD_PLACEMENT = ManifestRule.of("pod-placement",
            "Some machine of the lab has the labels, the size and the free ports that a pod asks for.",
            Severity.WARNING, (object, lab) -> lab.joinsExisting() || object.kind().equals("DaemonSet") ? Stream.of()
                : PodSpec.of(object).stream().flatMap(pod -> podPlacement(pod, object, lab)));

    public static final Rule POD_TOLERATIONS = ManifestRule.ofPods("pod-tolerations",
            "Every pod tolerates the lab file's taints of some machine that it may run on.",
            PodPlacementRules::podTolerations);

    /** Deprecated since Kubernetes 1.14. Kubelets still set it, but need not. */
    public static final Rule LABEL_DEPRECATED = ManifestRule.ofPods("label-deprecated",
            "Node selectors use kubernetes.io/os and kubernetes.io/arch, not their beta names.",
            Severity.WARNING, PodPlacementRules::labelDeprecated);

    /** Kubelets label nodes with three numbers, without the fourth. */
    public static final Rule WINDOWS_BUILD_LABEL = ManifestRule.ofPods("windows-build-label",
            "A node selector writes a Windows build as nodes do, for example 10.0.20348.",
            (pod, lab) -> pod.selector(PodSpec.BUILD_LABEL).text().filter(PodPlacementRules::misspelled).stream()
                .map(build -> new Flaw(pod.selector(PodSpec.BUILD_LABEL), "no node has the Windows build '%s'"
                        .formatted(build), "Write 10.0. and the build's number, for example 10.0.20348.")));

    private PodPlacementRules() {
    }

    private static Stream<Flaw> podOs(PodSpec pod, Lab lab) {
        ManifestNode declared = pod.node().at("os", "name");
        Optional<String> os = declared.text();
        if (os.filter(word -> !word.equals("linux") && !word.equals("windows")).isPresent()) {
            return Stream.of(new Flaw(declared, "Kubernetes knows no operating system '%s'".formatted(os.get()),
                    "Write linux or windows."));
        }
        return pod.selectedOs().filter(selected -> os.isPresent() && !selected.equals(os.get())).stream()
                .map(selected -> new Flaw(declared, "the pod declares %s and selects nodes with %s"
                        .formatted(os.get(), selected), "Say the same in both places."));
    }

    /** Whether the lab file's taints leave the pod no Linux machine. */
    private static boolean keptOffLinux(PodSpec pod, Lab lab) {
        List<Machine> linux = lab.nodes().stream().filter(machine -> !machine.isWindows())
                .filter(machine -> takesPods(machine, pod, lab)).toList();
        return !lab.joinsExisting() && !linux.isEmpty() && linux.stream().allMatch(machine -> machine.node().taints()
                .stream().anyMatch(taint -> taint.isHard() && !pod.tolerates(taint)));
    }

    private static Stream<Flaw> windowsPodToleration(PodSpec pod, Lab lab) {
        // Other nodes of that cluster are unknown.
        boolean tainted = !lab.joinsExisting()
                && pod.windowsMachines(lab).stream().allMatch(Machine::hasWindowsTaint);
        boolean byClass = pod.node().at("runtimeClassName").isPresent();
        return pod.isWindows() && tainted && !byClass && !pod.toleratesWindows() ? Stream.of(new Flaw(
                pod.node().at("tolerations").or(pod.node()), "no Windows node would take the pod",
                "Write tolerations: [{key: os, value: windows, effect: NoSchedule}].")) : Stream.of();
    }

    private static Stream<Flaw> linuxPodSelector(PodSpec pod, Lab lab) {
        boolean untainted = lab.windowsMachines().stream().anyMatch(machine -> !machine.hasWindowsTaint());
        boolean free = pod.selectedOs().isEmpty() && !pod.node().at("affinity", "nodeAffinity").isPresent()
                && !pod.node().at("nodeName").isPresent();
        return lab.hasWindows() && !pod.isWindows() && free && (untainted || pod.toleratesWindows())
                ? Stream.of(new Flaw(pod.node(), "the pod is for Linux, and Windows nodes would take it",
                        "Write nodeSelector: {%s: linux}.".formatted(PodSpec.OS_LABEL))) : Stream.of();
    }

    private static Stream<Flaw> podUnschedulable(PodSpec pod, Lab lab) {
        boolean misspelled = pod.selector(PodSpec.BUILD_LABEL).text().filter(PodPlacementRules::misspelled).isPresent();
        if (misspelled || lab.joinsExisting() || lab.nodes().isEmpty() || lab.nodes().stream().anyMatch(pod::selects)) {
            return Stream.of();
        }
        ManifestNode selector = LABELS.stream().map(pod::selector).filter(ManifestNode::isPresent).findFirst()
                .orElse(pod.node());
        return Stream.of(new Flaw(selector, "no machine of the lab is what the pod selects",
                "Change the node selector, or add such a machine."));
    }

    private static Stream<Flaw> podPlacement(PodSpec pod, ManifestObject object, Lab lab) {
        List<Machine> machines = lab.nodes().stream().filter(pod::selects)
                .filter(machine -> takesPods(machine, pod, lab)).toList();
        if (machines.isEmpty() || pod.node().at("nodeName").isPresent()) {
            return Stream.of();
        }
        List<Machine> labelled = machines.stream().filter(pod::prefers).toList();
        if (labelled.isEmpty()) {
            return Stream.of(new Flaw(pod.node().at("affinity").or(pod.node().at("nodeSelector")).or(pod.node()),
                    "no machine of the lab has the labels that the pod asks for",
                    "Write the labels at a machine, or ask for others."));
        }
        Stream<Flaw> size = Stream.of("memory", "cpu").filter(amount -> labelled.stream().noneMatch(machine ->
                pod.asked(amount).compareTo(amount.equals("cpu") ? BigDecimal.valueOf(machine.cpus())
                        : BigDecimal.valueOf(machine.memoryMiB()).multiply(BigDecimal.valueOf(1 << 20))) <= 0))
                .map(amount -> new Flaw(pod.node().at("containers").or(pod.node()), "the pod asks for more %s than any "
                        .formatted(amount) + "machine of the lab has", "Ask for less, or make a machine larger."));
        int replicas = object.kind().equals("Pod") ? 1 : object.body().at("spec", "replicas").number()
                .map(BigInteger::intValue).orElse(1);
        Stream<Flaw> ports = replicas <= labelled.size() ? Stream.of() : pod.containers().stream()
                .flatMap(container -> container.at("ports").items().stream()).map(port -> port.at("hostPort"))
                .filter(port -> port.number().filter(number -> number.signum() > 0).isPresent()).limit(1)
                .map(port -> new Flaw(port, "%d pods ask for this port of a machine, and %d machines take them"
                        .formatted(replicas, labelled.size()), "Lower replicas, or use a Service."));
        return Stream.concat(size, ports);
    }

    private static Stream<Flaw> podTolerations(PodSpec pod, Lab lab) {
        List<Machine> machines = lab.nodes().stream()
                .filter(machine -> machine.isWindows() == pod.isWindows() && pod.selects(machine))
                .filter(machine -> takesPods(machine, pod, lab)).toList();
        // Another rule reports a pod without machines, or with a node name.
        boolean open = lab.joinsExisting() || pod.node().at("nodeName").isPresent() || machines.isEmpty()
                || machines.stream().anyMatch(machine -> inTheWay(machine, pod).isEmpty());
        return open ? Stream.of() : inTheWay(machines.get(0), pod).map(taint -> new Flaw(
                pod.node().at("tolerations").or(pod.node()),
                "the pod tolerates the taints of no machine; %s has %s".formatted(machines.get(0).name(), taint.text()),
                "Write tolerations: [{key: %s, operator: Exists}], or take the taint off a machine."
                        .formatted(taint.key()))).stream();
    }

    /** False for a control plane whose taint keeps the pod off. */
    private static boolean takesPods(Machine machine, PodSpec pod, Lab lab) {
        return lab.untaint() || !machine.isControlPlane() || pod.tolerates(NodeTaint.CONTROL_PLANE);
    }

    private static Optional<NodeTaint> inTheWay(Machine machine, PodSpec pod) {
        return machine.node().taints().stream().filter(taint -> taint.isHard() && !taint.equals(NodeTaint.WINDOWS))
                .filter(taint -> !pod.tolerates(taint)).findFirst();
    }

    private static Stream<Flaw> labelDeprecated(PodSpec pod, Lab lab) {
        return Stream.of(PodSpec.OLD_OS_LABEL, "beta.kubernetes.io/arch").map(pod::selector)
                .filter(ManifestNode::isPresent).map(node -> new Flaw(node, "this label has had another name since "
                        + "Kubernetes 1.14", "Leave `beta.` out of it."));
    }

    private static boolean misspelled(String build) {
        return !FORM.matcher(build).matches();
    }
}
