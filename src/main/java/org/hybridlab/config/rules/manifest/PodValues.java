package org.hybridlab.config.rules.manifest;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Quantity;

/**
 * What an API server refuses of a pod besides its schema (pkg/apis/core/validation/validation.go, of workloads
 * pkg/apis/apps/validation and pkg/apis/batch/validation).
 */
final class PodValues {
    private static final Set<String> ALWAYS = Set.of("Deployment", "DaemonSet", "ReplicaSet", "StatefulSet",
            "ReplicationController");
    private static final Set<String> HANDLERS = Set.of("exec", "httpGet", "tcpSocket", "grpc");
    private static final Set<String> HOOKS = Set.of("exec", "httpGet", "tcpSocket", "sleep");
    /** Without {@code =}, as the kubelet writes names and values with it. */
    private static final Pattern ENV = Pattern.compile("[ -<>-~]+");
    /** A name that a port has, also of a Service's target and of probes. */
    static final Pattern PORT = Pattern.compile("(?=.{1,15}$)(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?");

    private final ManifestObject object;
    private final ManifestNode pod;
    private final List<Flaw> flaws = new ArrayList<>();

    private PodValues(ManifestObject object, ManifestNode pod) {
        this.object = object;
        this.pod = pod;
    }

    static List<Flaw> of(ManifestObject object, PodSpec spec) {
        PodValues values = new PodValues(object, spec.node());
        values.judge();
        return values.flaws;
    }

    private void flaw(ManifestNode at, String message, String advice) {
        flaws.add(new Flaw(at, message, advice));
    }

    private void judge() {
        restartPolicy();
        pod.at("tolerations").items().forEach(this::toleration);
        pod.at("volumes").items().forEach(this::volume);
        Set<String> volumes = Stream.concat(pod.at("volumes").items().stream().map(volume -> volume.text("name")),
                object.body().at("spec", "volumeClaimTemplates").items().stream()
                        .map(claim -> claim.text("metadata", "name")))
                .flatMap(Optional::stream).collect(Collectors.toSet());
        Set<String> names = new HashSet<>();
        for (String kind : List.of("initContainers", "containers")) {
            for (ManifestNode container : pod.at(kind).items()) {
                container.text("name").filter(name -> !names.add(name)).ifPresent(name -> flaw(container.at("name"),
                        "two containers have the name " + name, "Give each its own."));
                container(container, volumes, kind.equals("initContainers")
                        && !container.text("restartPolicy").equals(Optional.of("Always")));
            }
        }
    }

    private void restartPolicy() {
        ManifestNode policy = pod.at("restartPolicy");
        String written = policy.text().orElse("");
        boolean ofJob = object.kind().equals("Job") || object.kind().equals("CronJob");
        if (ALWAYS.contains(object.kind()) && !written.isEmpty() && !written.equals("Always")) {
            flaw(policy, "pods of a %s are always started again".formatted(object.kind()),
                    "Leave restartPolicy out, or make a Job of it.");
        } else if (ofJob && !Set.of("Never", "OnFailure").contains(written)) {
            flaw(policy.or(pod), "pods of a Job end, and restartPolicy is not Never or OnFailure",
                    "Write `restartPolicy: Never`, or OnFailure.");
        }
    }

    private void toleration(ManifestNode toleration) {
        boolean exists = toleration.text("operator").equals(Optional.of("Exists"));
        String key = toleration.text("key").orElse("");
        if (exists && toleration.text("value").filter(value -> !value.isEmpty()).isPresent()) {
            flaw(toleration, "a toleration that Exists has a value", "Leave `value` out, or write `operator: Equal`.");
        } else if (!exists && key.isEmpty()) {
            flaw(toleration, "a toleration without a key tolerates by Exists only", "Write `operator: Exists`.");
        } else if (toleration.at("tolerationSeconds").form() == Form.INTEGER
                && !toleration.text("effect").equals(Optional.of("NoExecute"))) {
            flaw(toleration, "tolerationSeconds is for the effect NoExecute only", "Write `effect: NoExecute`.");
        }
    }

    private void volume(ManifestNode volume) {
        List<String> sources = volume.fields().entrySet().stream().filter(field -> !field.getKey().equals("name")
                && field.getValue().form() == Form.MAPPING).map(Map.Entry::getKey).toList();
        // A volume without a source is an emptyDir.
        if (sources.size() > 1) {
            flaw(volume, "the volume %s is %s at once".formatted(volume.text("name").orElse(""),
                    String.join(" and ", sources)), "Leave one of them.");
        }
    }

    private void container(ManifestNode container, Set<String> volumes, boolean init) {
        amounts(container.at("resources"));
        container.at("env").items().forEach(this::variable);
        Set<String> ports = new HashSet<>();
        for (ManifestNode port : container.at("ports").items()) {
            port.text("name").filter(name -> !ports.add(name)).ifPresent(name -> flaw(port.at("name"),
                    "two ports of a container have the name " + name, "Give each its own."));
            portName(port.at("name"));
        }
        for (String kind : List.of("volumeMounts", "volumeDevices")) {
            container.at(kind).items().forEach(mount -> mount.text("name").filter(name -> !volumes.contains(name))
                    .ifPresent(name -> flaw(mount.at("name"), "the pod has no volume " + name,
                            "Add it to `volumes`, or mount one of %s.".formatted(volumes.isEmpty() ? "its own"
                                    : String.join(", ", volumes.stream().sorted().toList())))));
        }
        container.at("volumeMounts").items().stream().map(mount -> mount.at("subPath")).filter(path ->
                path.text().filter(text -> text.startsWith("/")).isPresent()).forEach(path -> flaw(path,
                "a subPath is a path inside the volume", "Leave out the slash that it begins with."));
        container.at("lifecycle").present("postStart", "preStop").forEach(hook -> handler(hook, HOOKS, "hook"));
        for (String kind : List.of("livenessProbe", "readinessProbe", "startupProbe")) {
            container.present(kind).filter(probe -> probe.form() == Form.MAPPING).forEach(probe -> {
                if (init) {
                    flaw(probe, "an init container has no probes", "Leave it out, or write `restartPolicy: Always`.");
                }
                handler(probe, HANDLERS, "probe");
                flaws.addAll(belowZero(probe.fields().values().stream()));
                Stream.of("httpGet", "tcpSocket").map(way -> probe.at(way, "port")).forEach(this::portName);
                probe.text("successThreshold").filter(times -> !kind.equals("readinessProbe") && !times.equals("1")
                        && !times.equals("0")).ifPresent(times -> flaw(probe.at("successThreshold"), kind
                        + " succeeds at its first success", "Leave successThreshold out."));
            });
        }
    }

    static List<Flaw> belowZero(Stream<ManifestNode> values) {
        return values.filter(value -> value.number().filter(number -> number.signum() < 0).isPresent())
                .map(value -> new Flaw(value, "a number below zero", "Write 0 or more.")).toList();
    }

    private void portName(ManifestNode port) {
        port.text().filter(name -> port.form() == Form.TEXT && !PORT.matcher(name).matches()).ifPresent(name ->
                flaw(port, "'%s' is no name of a port".formatted(name), name.matches("[0-9]+") ? "Write the number "
                        + "without quotes." : "Take at most 15 lower-case letters, digits and dashes."));
    }

    private void handler(ManifestNode node, Set<String> known, String what) {
        long handlers = known.stream().filter(name -> node.at(name).form() == Form.MAPPING).count();
        if (handlers != 1) {
            flaw(node, "a %s does one thing, and this one does %s".formatted(what, handlers == 0 ? "nothing"
                    : "several"), "Write one of %s.".formatted(String.join(", ", known.stream().sorted().toList())));
        }
    }

    private void variable(ManifestNode variable) {
        variable.text("name").filter(name -> !ENV.matcher(name).matches()).ifPresent(name -> flaw(variable.at("name"),
                "'%s' is no name of a variable".formatted(name), "Take letters, digits and underscores."));
        if (variable.at("valueFrom").form() == Form.MAPPING && variable.text("value").filter(value ->
                !value.isEmpty()).isPresent()) {
            flaw(variable, "a variable has a value and a source", "Leave `value` or `valueFrom` out.");
        }
    }

    private void amounts(ManifestNode resources) {
        resources.at("requests").fields().forEach((name, request) -> quantity(request).ifPresent(asked ->
                quantity(resources.at("limits", name)).filter(limit -> limit.compareTo(asked) < 0).ifPresent(limit ->
                        flaw(request, "it asks for more %s than its limit of %s".formatted(name,
                                resources.text("limits", name).orElse("")), "Raise the limit, or ask for less."))));
        Stream.of("requests", "limits").flatMap(kind -> resources.at(kind).fields().values().stream())
                .filter(amount -> quantity(amount).filter(number -> number.signum() < 0).isPresent())
                .forEach(amount -> flaw(amount, "an amount is not negative", "Write a positive quantity."));
    }

    static Optional<BigDecimal> quantity(ManifestNode node) {
        return node.text().flatMap(Quantity::parse);
    }
}
