package org.hybridlab.config.rules.manifest;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.hybridlab.config.model.Cidr;
import org.hybridlab.config.openapi.KubernetesApi;
import org.hybridlab.config.rules.core.ManifestNode;
import org.hybridlab.config.rules.core.ManifestNode.Form;
import org.hybridlab.config.rules.core.ManifestObject;
import org.hybridlab.config.rules.core.Rule;
import org.hybridlab.config.rules.core.Severity;

/** What an API server refuses of objects besides their schemas; each method names upstream's file. */
public final class ObjectValues {
    public static final Rule OBJECT_VALUES = ManifestRule.of("object-values",
            "What an object says fits together, as the API server wants it.",
            Severity.ERROR, (object, lab) -> KubernetesApi.isOwn(object.apiVersion())
                ? new ObjectValues(object).judge() : Stream.of());

    private static final Pattern KEY = Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?"
            + "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
    private static final Pattern VALUE = Pattern.compile("([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?");
    private static final Pattern DATA_KEY = Pattern.compile("(?!\\.\\.)(?!\\.$)[-._a-zA-Z0-9]{1,253}");
    private static final String NUMBER = "(\\*|[0-9A-Za-z]+(-[0-9A-Za-z]+)?|\\?)(/[0-9]+)?";
    private static final Pattern CRON = Pattern.compile("@(yearly|annually|monthly|weekly|daily|midnight|hourly)"
            + "|@every \\S+|%1$s(,%1$s)*+( +%1$s(,%1$s)*+){4}".formatted(NUMBER));
    private static final List<String> COUNTS = List.of("replicas", "minReadySeconds", "progressDeadlineSeconds",
            "revisionHistoryLimit", "completions", "parallelism", "backoffLimit", "ttlSecondsAfterFinished",
            "successfulJobsHistoryLimit", "failedJobsHistoryLimit", "startingDeadlineSeconds",
            "activeDeadlineSeconds");
    /** Of a cron schedule's minute, hour, day and month. */
    private static final List<Integer> LATEST = List.of(59, 23, 31, 12);
    private static final Set<String> SUBJECTS = Set.of("ServiceAccount", "User", "Group");
    private static final BigInteger LARGEST_PRIORITY = BigInteger.valueOf(1_000_000_000);
    private static final Map<String, List<String>> SECRET_KEYS = Map.of(
            "kubernetes.io/tls", List.of("tls.crt", "tls.key"),
            "kubernetes.io/dockerconfigjson", List.of(".dockerconfigjson"),
            "kubernetes.io/dockercfg", List.of(".dockercfg"), "kubernetes.io/ssh-auth", List.of("ssh-privatekey"));

    private final ManifestObject object;
    private final ManifestNode spec;
    private final List<Flaw> flaws = new ArrayList<>();

    private ObjectValues(ManifestObject object) {
        this.object = object;
        this.spec = object.body().at("spec");
    }

    private void flaw(ManifestNode at, String message, String advice) {
        flaws.add(new Flaw(at, message, advice));
    }

    private Stream<Flaw> judge() {
        labels();
        annotations();
        flaws.addAll(PodValues.belowZero(COUNTS.stream().map(spec::at)));
        switch (object.kind()) {
            case "Service" -> service();
            case "PersistentVolumeClaim" -> claim(spec);
            case "StatefulSet" -> spec.at("volumeClaimTemplates").items().forEach(claim -> claim(claim.at("spec")));
            case "PersistentVolume" -> volume();
            case "ConfigMap", "Secret" -> data();
            case "CronJob" -> schedule();
            case "HorizontalPodAutoscaler" -> autoscaler();
            case "PodDisruptionBudget" -> budget();
            case "Deployment" -> strategy();
            case "RoleBinding", "ClusterRoleBinding" -> subjects();
            case "Ingress" -> ingress();
            case "NetworkPolicy" -> Stream.of("ingress", "egress").forEach(this::policy);
            case "PriorityClass" -> priority();
            default -> { }
        }
        PodSpec.of(object).ifPresent(pod -> flaws.addAll(PodValues.of(object, pod)));
        return flaws.stream();
    }

    /** apimachinery pkg/apis/meta/v1/validation and pkg/util/validation. */
    private void labels() {
        Stream.of(object.body().at("metadata", "labels"), ServiceRules.labels(object),
                spec.at("selector", "matchLabels"), object.kind().equals("Service") ? spec.at("selector")
                : ManifestNode.NOTHING, PodSpec.of(object).map(pod -> pod.node().at("nodeSelector"))
                .orElse(ManifestNode.NOTHING)).distinct().forEach(labels -> labels.fields().forEach((key, value) -> {
            if (!KEY.matcher(key).matches()) {
                noKey(value.or(labels), key, "a label");
            }
            value.text().filter(text -> value.form() == Form.TEXT && !VALUE.matcher(text).matches()).ifPresent(text ->
                    flaw(value, "'%s' is no value of a label".formatted(text), "Take at most 63 letters, digits, "
                            + "dashes, underscores and dots, or an annotation."));
        }));
    }

    /** ValidateAnnotations in apimachinery pkg/api/validation/objectmeta.go. */
    private void annotations() {
        ManifestNode annotations = object.body().at("metadata", "annotations");
        annotations.fields().keySet().stream().filter(key -> !KEY.matcher(key.toLowerCase(Locale.ROOT)).matches())
                .forEach(key -> noKey(annotations.key(key), key, "an annotation"));
    }

    private void noKey(ManifestNode at, String key, String what) {
        flaw(at, "'%s' is no key of %s".formatted(key, what), "Take letters, digits, dashes, underscores and dots, "
                + "after a domain and a slash if you like.");
    }

    /** ValidateService in pkg/apis/core/validation/validation.go. */
    private void service() {
        List<ManifestNode> ports = spec.at("ports").items();
        boolean external = spec.text("type").equals(Optional.of("ExternalName"));
        if (external && spec.text("externalName").filter(name -> !name.isEmpty()).isEmpty()) {
            flaw(spec, "a Service of type ExternalName lacks externalName", "Write the name that it stands for.");
        } else if (!external && ports.isEmpty() && !spec.text("clusterIP").equals(Optional.of("None"))) {
            flaw(spec, "it has no ports", "Write `ports: [{port: ...}]`.");
        }
        Set<String> names = new HashSet<>();
        for (ManifestNode port : ports) {
            String name = port.text("name").orElse("");
            if (ports.size() > 1 && name.isEmpty()) {
                flaw(port, "each of several ports has a name, and this one has none", "Write `name:`.");
            } else if (!name.isEmpty() && !names.add(name)) {
                flaw(port.at("name"), "two ports have the name " + name, "Give each its own.");
            }
            ManifestNode target = port.at("targetPort");
            target.text().filter(text -> target.form() == Form.TEXT && !PodValues.PORT.matcher(text).matches())
                    .ifPresent(text -> flaw(target, "'%s' is no name of a port".formatted(text), text.matches("[0-9]+")
                            ? "Write the number without quotes." : "Name the port as its container does."));
        }
        if (spec.text("clusterIP").equals(Optional.of("None")) && spec.text("type").filter(type ->
                type.equals("NodePort") || type.equals("LoadBalancer")).isPresent()) {
            flaw(spec.at("clusterIP"), "a Service without an address has no NodePort", "Leave `clusterIP: None` out.");
        }
    }

    /** ValidatePersistentVolumeClaimSpec in pkg/apis/core/validation/validation.go. */
    private void claim(ManifestNode claim) {
        if (claim.at("accessModes").items().isEmpty()) {
            flaw(claim.or(object.body()), "a claim has no accessModes", "Write `accessModes: [ReadWriteOnce]`.");
        }
        if (PodValues.quantity(claim.at("resources", "requests", "storage")).filter(size -> size.signum() > 0)
                .isEmpty()) {
            flaw(claim.or(object.body()), "a claim asks for no storage",
                    "Write `resources: {requests: {storage: 1Gi}}`.");
        }
    }

    /** ValidatePersistentVolumeSpec in pkg/apis/core/validation/validation.go. */
    private void volume() {
        if (spec.at("accessModes").items().isEmpty()) {
            flaw(spec, "a volume has no accessModes", "Write `accessModes: [ReadWriteOnce]`.");
        }
        if (!spec.at("capacity", "storage").isPresent()) {
            flaw(spec, "a volume has no size", "Write `capacity: {storage: 1Gi}`.");
        }
    }

    /** ValidateSecret and ValidateConfigMap in pkg/apis/core/validation/validation.go. */
    private void data() {
        Set<String> keys = new HashSet<>();
        for (String field : List.of("data", "binaryData", "stringData")) {
            object.body().at(field).fields().forEach((key, value) -> {
                keys.add(key);
                if (!DATA_KEY.matcher(key).matches()) {
                    flaw(value.or(object.body().at(field)), "'%s' is no key of a %s".formatted(key, object.kind()),
                            "Take letters, digits, dashes, underscores and dots.");
                }
            });
        }
        SECRET_KEYS.getOrDefault(object.body().text("type").orElse(""), List.of()).stream()
                .filter(key -> object.kind().equals("Secret") && !keys.contains(key)).forEach(key ->
                        flaw(object.body(), "a Secret of this type lacks the key " + key, "Add it."));
    }

    /** pkg/apis/batch/validation/validation.go, which reads schedules by robfig/cron. */
    private void schedule() {
        ManifestNode schedule = spec.at("schedule");
        schedule.text().filter(text -> !CRON.matcher(text.strip()).matches() || isTooLate(text.strip()))
                .ifPresent(text -> flaw(schedule, "'%s' is no schedule".formatted(text),
                        "Write five fields, for example \"*/5 * * * *\", or @hourly."));
    }

    /** Whether a field has a number above its largest one; steps may be larger. */
    private static boolean isTooLate(String schedule) {
        String[] fields = schedule.split(" +");
        return fields.length == 5 && IntStream.range(0, LATEST.size()).anyMatch(i ->
                Stream.of(fields[i].replaceAll("/[0-9]+", "").split("[,-]")).filter(part -> part.matches("[0-9]{1,9}"))
                        .anyMatch(part -> Integer.parseInt(part) > LATEST.get(i)));
    }

    /** pkg/apis/networking/validation/validation.go. */
    private void ingress() {
        for (ManifestNode rule : spec.at("rules").items()) {
            rule.text("host").filter(host -> !host.isEmpty() && !ObjectRules.SUBDOMAIN
                    .matcher(host.replaceFirst("^\\*\\.", "")).matches()).ifPresent(host ->
                    flaw(rule.at("host"), "'%s' is no host name".formatted(host),
                            "Write a name without scheme, port and path, for example web.example."));
            for (ManifestNode path : rule.at("http", "paths").items()) {
                path.text("path").filter(text -> !text.startsWith("/") && !path.text("pathType")
                        .equals(Optional.of("ImplementationSpecific"))).ifPresent(text -> flaw(path.at("path"),
                        "a path begins with a slash", "Write /" + text + "."));
            }
        }
    }

    /** pkg/apis/networking/validation/validation.go. IPv6 is left to the API server. */
    private void policy(String direction) {
        for (ManifestNode rule : spec.at(direction).items()) {
            for (ManifestNode peer : rule.at(direction.equals("ingress") ? "from" : "to").items()) {
                ManifestNode cidr = peer.at("ipBlock", "cidr");
                cidr.text().filter(text -> !text.contains(":") && !isCidr(text)).ifPresent(text -> flaw(cidr,
                        "'%s' is no range of addresses".formatted(text), "Write for example 10.0.0.0/8."));
            }
            rule.at("ports").items().stream().map(port -> port.at("port")).filter(port ->
                    port.form() == Form.INTEGER).flatMap(ServiceRules::outside).forEach(flaws::add);
        }
    }

    private static boolean isCidr(String text) {
        try {
            return Cidr.parse(text).prefix() >= 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** ValidatePriorityClass in pkg/apis/scheduling/validation/validation.go. */
    private void priority() {
        ManifestNode value = object.body().at("value");
        value.number().filter(number -> number.compareTo(LARGEST_PRIORITY) > 0 && !object.name().startsWith("system-"))
                .ifPresent(number -> flaw(value, "a priority is at most 1000000000", "Lower it."));
    }

    /** pkg/apis/autoscaling/validation/validation.go. */
    private void autoscaler() {
        spec.at("maxReplicas").number().ifPresent(most -> {
            if (most.signum() < 1) {
                flaw(spec.at("maxReplicas"), "it scales to no pod", "Write 1 or more.");
            }
            spec.at("minReplicas").number().filter(least -> least.compareTo(most) > 0 || least.signum() < 1)
                    .ifPresent(least -> flaw(spec.at("minReplicas"), "minReplicas is not from 1 to maxReplicas",
                            "Lower it, or raise maxReplicas."));
        });
    }

    /** pkg/apis/policy/validation/validation.go. */
    private void budget() {
        if (spec.at("minAvailable").isPresent() && spec.at("maxUnavailable").isPresent()) {
            flaw(spec.at("maxUnavailable"), "minAvailable and maxUnavailable exclude each other", "Leave one out.");
        }
    }

    /** ValidateRoleBindingSubject in pkg/apis/rbac/validation/validation.go. A RoleBinding has a namespace itself. */
    private void subjects() {
        object.body().at("subjects").items().stream().map(subject -> subject.at("kind")).filter(kind ->
                kind.text().filter(text -> !SUBJECTS.contains(text)).isPresent()).forEach(kind -> flaw(kind,
                "a role is not bound to a " + kind.text().orElse(""), "Write ServiceAccount, User or Group."));
        object.body().at("subjects").items().stream().filter(subject -> object.kind().equals("ClusterRoleBinding")
                && subject.text("kind").equals(Optional.of("ServiceAccount")) && subject.text("namespace").isEmpty())
                .forEach(subject -> flaw(subject, "a ServiceAccount has a namespace", "Write `namespace:`."));
    }

    /** ValidateDeploymentStrategy in pkg/apis/apps/validation/validation.go. */
    private void strategy() {
        ManifestNode rolling = spec.at("strategy", "rollingUpdate");
        if (spec.text("strategy", "type").equals(Optional.of("Recreate")) && rolling.form() == Form.MAPPING) {
            flaw(rolling, "rollingUpdate is for the strategy RollingUpdate", "Leave it out.");
        }
        Set<Optional<String>> none = Set.of(Optional.of("0"), Optional.of("0%"));
        if (none.contains(rolling.text("maxUnavailable")) && none.contains(rolling.text("maxSurge"))) {
            flaw(rolling, "with maxUnavailable and maxSurge of 0 nothing can change", "Raise one of them.");
        }
    }
}
