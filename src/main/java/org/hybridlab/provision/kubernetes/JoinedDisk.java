package org.hybridlab.provision.kubernetes;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.common.text.ResourceText;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.state.LabCluster;

/**
 * What an earlier join left on a Linux machine's disk.
 *
 * @param marker fingerprint of the joined cluster's authority
 * @param kubelet encoded authority of the kubelet's kubeconfig; empty without one
 * @param left whether there is anything else of a join
 * @param etcd whether there is etcd data, whose worth only etcd knows
 */
record JoinedDisk(Optional<String> marker, Optional<String> kubelet, boolean left, boolean etcd) {
    /** Has the fingerprint of the joined cluster's authority. */
    static final String MARKER = "/etc/kubernetes/hybridlab-joined";
    private static final String LOOK = ResourceText.of(JoinedDisk.class, "earlier-join.sh");
    private static final String LIVE = "curl --insecure --silent --max-time 5 https://127.0.0.1:6443/livez || true";

    /** Changes nothing. */
    static JoinedDisk look(Guest guest) {
        return of(guest, LOOK);
    }

    /** After ending a kubeadm of a killed hybridlab. */
    static JoinedDisk lookAlone(Guest guest) {
        return of(guest, Guest.END_EARLIER_KUBEADM + LOOK);
    }

    private static JoinedDisk of(Guest guest, String commands) {
        String said = guest.output(commands, "The look for an earlier join", MARKER);
        List<String> lines = said.lines().toList();
        if (lines.size() < 2 || !lines.get(0).equals("begin") || !lines.get(lines.size() - 1).equals("end")) {
            throw guest.unclear("an earlier join", said);
        }
        return new JoinedDisk(value(lines, "marker"), value(lines, "kubelet"), value(lines, "left").isPresent(),
                lines.stream().anyMatch(line -> line.startsWith("left ") && line.endsWith("/etcd/member")));
    }

    private static Optional<String> value(List<String> lines, String key) {
        return lines.stream().filter(line -> line.startsWith(key + " ")).map(line -> line.substring(key.length() + 1))
                .findFirst();
    }

    /** @param node present node of the machine */
    EarlierJoin judge(Lab lab, Machine machine, Guest guest, LabCluster cluster, Optional<Node> node) {
        boolean through = isMarked(cluster) || !machine.isControlPlane() || node.filter(Node::controlPlane).isPresent()
                // Only a live etcd member makes it worth keeping.
                || kubelet.isPresent() && guest.output(LIVE, "The look at the API server").strip().equals("ok");
        // kubeadm takes the authority from the cluster, where others may have formatted it differently.
        boolean known = lab.joinsExisting() && isMarked(cluster);
        EarlierJoin join = EarlierJoin.of(kubelet.map(text -> known ? cluster.encodedAuthority() : text), left, through,
                cluster.authority(), node);
        return etcd && join.state() == EarlierJoin.State.HALF
                ? new EarlierJoin(join.state(), "it has data of etcd, and " + join.reason(), true) : join;
    }

    boolean isMarked(LabCluster cluster) {
        return marker.filter(cluster.authorityFingerprint()::equals).isPresent();
    }
}
