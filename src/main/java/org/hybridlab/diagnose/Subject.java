package org.hybridlab.diagnose;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.config.model.PodNetworkPlugin;

/**
 * The object of a line of evidence, as far as known.
 *
 * @param namespace empty if there is none
 * @param name of the object; empty if it does not matter
 */
record Subject(Form form, String namespace, String name) {
    /** Sorted by precision. */
    enum Form {
        POD, WORKLOAD,
        /** Any other object with a namespace. */
        OBJECT,
        /** A system pod's log, maybe about all pods of its node. */
        SYSTEM_LOG,
        /** A pod without a name in the line. */
        UNNAMED_POD,
        /** A machine, the cluster, or unknown. */
        ANY
    }

    private static final Subject ANY = new Subject(Form.ANY, "", "");
    private static final Subject SYSTEM_LOG = new Subject(Form.SYSTEM_LOG, "", "");
    private static final Subject UNNAMED_POD = new Subject(Form.UNNAMED_POD, "", "");
    private static final Pattern MEMORY_CGROUP = Pattern.compile("[Mm]emory cgroup out of memory");
    /** Only logs of this namespace are read. */
    private static final Subject APP_LOG = new Subject(Form.OBJECT, "default", "");
    private static final Pattern POD = Pattern.compile("^([a-z0-9-]+)/([a-z0-9.-]+): ");
    private static final Pattern EVENT = Pattern.compile(" Pod ([a-z0-9-]+)/([a-z0-9.-]+): ");
    private static final Pattern WORKLOAD = Pattern.compile("^([a-z0-9-]+)/[a-z]+/([a-z0-9.-]+) ");
    private static final Pattern OBJECT = Pattern.compile("^([A-Z]\\w+) ([a-z0-9-]+)/([\\w.:-]*\\w)");
    /** System objects without a namespace too. */
    private static final Pattern OF_THE_SYSTEM = Pattern.compile(
            "^[A-Z]\\w+ \\S+, which (daemonset/|deployment/|the pod network )");
    private static final Set<String> WORKLOADS = Set.of("Deployment", "DaemonSet", "StatefulSet", "ReplicaSet", "Job");
    private static final Set<String> SYSTEM = Set.copyOf(PodNetworkPlugin.systemNamespaces());

    static Subject of(EvidenceKind kind, String line) {
        return switch (kind) {
            case POD, HOST -> named(Form.POD, POD.matcher(line));
            case EVENT -> named(Form.POD, EVENT.matcher(line));
            case WORKLOAD -> named(Form.WORKLOAD, WORKLOAD.matcher(line));
            case OBJECT -> object(line);
            case FLANNELD, KUBE_PROXY, POD_LOG -> SYSTEM_LOG;
            case APP_LOG -> APP_LOG;
            case KERNEL -> MEMORY_CGROUP.matcher(line).find() ? UNNAMED_POD : ANY;
            default -> ANY;
        };
    }

    private static Subject named(Form form, Matcher matcher) {
        return matcher.find() ? new Subject(form, matcher.group(1), matcher.group(2)) : ANY;
    }

    private static Subject object(String line) {
        Matcher matcher = OBJECT.matcher(line);
        if (OF_THE_SYSTEM.matcher(line).find()) {
            return new Subject(Form.OBJECT, "kube-system", "");
        }
        return !matcher.find() ? ANY : new Subject(matcher.group(1).equals("Pod") ? Form.POD
                : WORKLOADS.contains(matcher.group(1)) ? Form.WORKLOAD : Form.OBJECT, matcher.group(2),
                matcher.group(3));
    }

    /**
     * Whether this may be the cause of the other one. Causes outside of one owner's pods are always possible.
     *
     * @param events whether the other one is in events, such as those about a pod's network
     */
    boolean mayBeBehind(Subject other, boolean events) {
        if (!other.isOfPods()) {
            return true;
        }
        return switch (form) {
            case ANY -> true;
            case UNNAMED_POD -> false;
            case SYSTEM_LOG -> events || SYSTEM.contains(other.namespace);
            case OBJECT -> isBeside(other);
            case POD, WORKLOAD -> namespace.equals(other.namespace) && (name.equals(other.name)
                    || form == Form.WORKLOAD && other.name.startsWith(name + "-")
                    || other.form == Form.WORKLOAD && name.startsWith(other.name + "-"));
        };
    }

    /** Whether both may be one object. A line may have fewer details. */
    boolean mayBe(Subject other, boolean events) {
        return name.isEmpty() || other.name.isEmpty() || other.isOfPods() ? mayBeBehind(other, events) : equals(other);
    }

    boolean isOfPods() {
        return form == Form.POD || form == Form.WORKLOAD;
    }

    private boolean isBeside(Subject other) {
        return namespace.equals(other.namespace) || SYSTEM.contains(namespace) && SYSTEM.contains(other.namespace);
    }
}
