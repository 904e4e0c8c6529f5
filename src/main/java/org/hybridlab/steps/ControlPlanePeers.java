package org.hybridlab.steps;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.failure.LabException;
import org.hybridlab.kubernetes.Etcd;
import org.hybridlab.kubernetes.ExecResult;
import org.hybridlab.kubernetes.Node;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.Role;
import org.hybridlab.plan.StepContext;
import org.hybridlab.process.Wait;

/** What a control plane that joins needs of the ones that are there: the cluster's keys, and its name free in etcd. */
final class ControlPlanePeers {
    /** Kubernetes' list of what all control planes share (kubeadm, "Manual certificate distribution"). */
    private static final String SHARED = "ca.crt ca.key sa.key sa.pub front-proxy-ca.crt front-proxy-ca.key "
            + "etcd/ca.crt etcd/ca.key";
    private static final String KEYS = "/run/hybridlab/cluster-keys";
    /** A line of {@code member list}: id, state, name (empty before its first start), peer address. */
    private static final Pattern MEMBER = Pattern.compile("([0-9a-f]+), \\w+, ([^,]*), https://([0-9.]+):2380,.*");

    private final LabTools tools;
    private final Machine joining;
    private final StepContext context;

    ControlPlanePeers(LabTools tools, Machine joining, StepContext context) {
        this.tools = tools;
        this.joining = joining;
        this.context = context;
    }

    /** Another control plane that is Ready; waits for one. */
    Machine ready() {
        return Wait.until("a control plane besides %s is Ready".formatted(joining.name()), tools.pace().nodeReady())
                .orFail("control-plane-gone", "Run `hybridlab up` again once another one is; if none is left, destroy the "
                        + "lab and bring it up anew.")
                .that(this::any, Optional::isPresent, found -> "none is", context.cancellation()).orElseThrow();
    }

    /**
     * Copies the cluster's keys from another control plane, through memory: they touch no disk of the host. And takes
     * the member out of etcd that died with an earlier machine of this name, which would count as one that is down.
     */
    void prepare(Guest guest) {
        Machine peer = ready();
        removeDeadMember(peer);
        String keys = tools.guest(peer, context).output(
                "tar -C /etc/kubernetes/pki -cz %s | base64 -w0".formatted(SHARED), "Reading the cluster's keys");
        guest.write(KEYS, keys, "0600");
        try {
            guest.must("sh", "-c", "mkdir -p /etc/kubernetes/pki && base64 -d %s | tar -C /etc/kubernetes/pki -xz"
                    .formatted(KEYS));
        } finally {
            guest.remove(KEYS);
        }
    }

    private Optional<Machine> any() {
        return tools.lab().machines(Role.CONTROL_PLANE).stream().filter(machine -> !machine.equals(joining))
                .filter(tools.states(context.cancellation())::isRunning)
                .filter(machine -> tools.node(machine).filter(Node::ready).isPresent())
                .findFirst();
    }

    private void removeDeadMember(Machine peer) {
        for (String line : etcdctl(peer, "list").lines().toList()) {
            Matcher member = MEMBER.matcher(line);
            if (member.matches() && member.group(3).equals(joining.address().toString())) {
                context.line("Taking the etcd member of an earlier %s out".formatted(joining.name()));
                etcdctl(peer, "remove", member.group(1));
            }
        }
    }

    private String etcdctl(Machine peer, String... words) {
        ExecResult result = Etcd.on(peer.name(), tools.cluster().api()).member(words);
        if (!result.ok()) {
            throw LabException.labFailed("etcd-member-failed",
                    "etcdctl member %s failed on %s.".formatted(words[0], peer.name()),
                    "The kubelet says how etcd does: `hybridlab logs %s %s --unit kubelet`."
                            .formatted(tools.lab().name(), peer.name())).because(result.output());
        }
        return result.output();
    }
}
