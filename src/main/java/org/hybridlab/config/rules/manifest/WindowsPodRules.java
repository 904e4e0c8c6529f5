package org.hybridlab.config.rules.manifest;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.config.model.Lab;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.Rule;

public final class WindowsPodRules {
    private static final String[] POD = {"hostPID", "hostIPC", "hostUsers", "shareProcessNamespace"};
    private static final String[] POD_CONTEXT = {"seLinuxOptions", "seccompProfile", "appArmorProfile", "fsGroup",
        "fsGroupChangePolicy", "sysctls", "runAsUser", "runAsGroup", "supplementalGroups", "supplementalGroupsPolicy"};
    private static final String[] CONTAINER_CONTEXT = {"seLinuxOptions", "seccompProfile", "appArmorProfile",
        "capabilities", "readOnlyRootFilesystem", "privileged", "allowPrivilegeEscalation", "procMount", "runAsUser",
        "runAsGroup"};
    private static final String KEY = "windowsOptions";
    private static final Set<String> LINUX = Set.of("sh", "bash", "/bin/sh", "/bin/bash");

    /** From Kubernetes' validateWindows. Without {@code spec.os}, kubelets on Windows ignore them. */
    public static final Rule WINDOWS_SECURITY_CONTEXT = ManifestRule.ofPods("windows-security-context",
            "Pods for Windows have no settings that only Linux has.",
            WindowsPodRules::windowsSecurityContext);

    /** The API server refuses them in pods that declare Linux. Otherwise they do nothing. */
    public static final Rule LINUX_WINDOWS_OPTIONS = ManifestRule.ofPods("linux-windows-options",
            "Only pods for Windows have windowsOptions.",
            (pod, lab) ->
                pod.isWindows() ? Stream.of() : Stream.concat(Stream.of(pod.node()), pod.containers().stream())
                .map(node -> node.at("securityContext", KEY)).filter(node -> node.isPresent())
                .map(node -> new Flaw(node, "the pod is for Linux, which has no windowsOptions",
                        "Leave them out, or write `os: {name: windows}`.")));

    /** The API server requires all containers to be HostProcess. */
    public static final Rule HOST_PROCESS = ManifestRule.ofPods("host-process",
            "All containers of a HostProcess pod are HostProcess, and it is in the host's network.",
            WindowsPodRules::hostProcess);

    /** Windows can share the host's network namespace with HostProcess containers only. */
    public static final Rule WINDOWS_HOST_NETWORK = ManifestRule.ofPods("windows-host-network",
            "Pods for Windows are in the host's network only as HostProcess pods.",
            (pod, lab) -> pod.isWindows() && pod.node().at("hostNetwork").isTrue() && !pod.isHostProcess()
                ? Stream.of(new Flaw(pod.node().at("hostNetwork"), "Windows containers cannot be in the host's network",
                        "Leave it out, or make it a HostProcess pod.")) : Stream.of());

    public static final Rule WINDOWS_DNS_POLICY = ManifestRule.ofPods("windows-dns-policy",
            "Pods for Windows do not use the DNS policy ClusterFirstWithHostNet.",
            (pod, lab) ->
                pod.isWindows() && pod.node().text("dnsPolicy").filter("ClusterFirstWithHostNet"::equals).isPresent()
                ? Stream.of(new Flaw(pod.node().at("dnsPolicy"), "Windows knows no ClusterFirstWithHostNet",
                        "Leave it out: ClusterFirst is usual.")) : Stream.of());

    public static final Rule WINDOWS_COMMAND = ManifestRule.ofPods("windows-command",
            "Containers for Windows are not started, or probed, by a Linux shell.",
            (pod, lab) -> pod.isWindows() ? pod.containers().stream()
                .filter(container -> new Image(container.at("image")).isMicrosoftWindows())
                .flatMap(WindowsPodRules::commands)
                .flatMap(command -> command.items().stream().limit(1))
                .filter(word -> word.text().filter(LINUX::contains).isPresent())
                .map(word -> new Flaw(word, "Windows has no " + word.text().orElseThrow(),
                        "Take cmd or powershell, if the image has it.")) : Stream.of());

    public static final Rule WINDOWS_HUGE_PAGES = ManifestRule.ofPods("windows-huge-pages",
            "Pods for Windows ask for no huge pages.",
            (pod, lab) -> pod.isWindows() ? pod.containers().stream()
                .flatMap(container -> container.at("resources").present("limits", "requests"))
                .flatMap(amounts -> amounts.fields().entrySet().stream())
                .filter(amount -> amount.getKey().startsWith("hugepages-"))
                .map(amount -> new Flaw(amount.getValue(), "no Windows node has huge pages", "Ask for memory instead."))
                : Stream.of());

    private WindowsPodRules() {
    }

    private static Stream<Flaw> windowsSecurityContext(PodSpec pod, Lab lab) {
        if (!pod.declaredOs().equals(Optional.of("windows"))) {
            return Stream.of();
        }
        ManifestNode node = pod.node();
        Stream<Flaw> containers = pod.containers().stream()
                .flatMap(container -> linuxOnly(container.at("securityContext"), CONTAINER_CONTEXT));
        return Stream.of(linuxOnly(node, POD), linuxOnly(node.at("securityContext"), POD_CONTEXT), containers)
                .flatMap(linuxOnly -> linuxOnly);
    }

    private static Stream<Flaw> linuxOnly(ManifestNode node, String... fields) {
        return Stream.of(fields).filter(field -> node.at(field).isPresent()).map(field -> new Flaw(node.at(field),
                "Windows has no %s".formatted(field), "Leave it out; `windowsOptions` has what Windows can do."));
    }

    private static Stream<Flaw> hostProcess(PodSpec pod, Lab lab) {
        if (!pod.isHostProcess()) {
            return Stream.of();
        }
        Stream<Flaw> network = pod.node().at("hostNetwork").isTrue() ? Stream.of() : Stream.of(new Flaw(pod.node(),
                "a HostProcess pod is in the host's network", "Write hostNetwork: true."));
        Stream<Flaw> containers = pod.containers().stream()
                .filter(container -> container.at("securityContext", "windowsOptions", "hostProcess").text()
                        .map(own -> !own.equals("true")).orElseGet(() -> !PodSpec.hostProcess(pod.node())))
                .map(container -> new Flaw(container, "this container is not HostProcess, and others of its pod are",
                        "Set hostProcess once, in the pod's own securityContext."));
        return Stream.concat(network, containers);
    }

    private static Stream<ManifestNode> commands(ManifestNode container) {
        Stream<ManifestNode> probes = container.present("livenessProbe", "readinessProbe", "startupProbe")
                .map(probe -> probe.at("exec", "command"));
        Stream<ManifestNode> hooks = container.at("lifecycle").present("postStart", "preStop")
                .map(hook -> hook.at("exec", "command"));
        return Stream.of(Stream.of(container.at("command")), probes, hooks).flatMap(nodes -> nodes);
    }
}
