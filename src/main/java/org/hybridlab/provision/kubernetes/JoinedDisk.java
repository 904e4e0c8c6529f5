package org.hybridlab.provision.kubernetes;

import java.util.List;
import java.util.Optional;

import org.hybridlab.cluster.api.Node;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.provision.context.Guest;
import org.hybridlab.provision.state.LabCluster;

/**
 * What is on a Linux machine's disk of an earlier join.
 *
 * @param marker fingerprint of the authority whose cluster kubeadm said that it joined
 * @param kubelet authority in the kubelet's kubeconfig, encoded; empty if there is no such file
 * @param left whether anything else of a join is there
 * @param etcd whether data of etcd are there, of which only etcd itself knows the worth
 */
record JoinedDisk(Optional<String> marker, Optional<String> kubelet, boolean left, boolean etcd) {
    /** Holds the fingerprint of the cluster's authority that the machine joined. */
    static final String MARKER = "/etc/kubernetes/hybridlab-joined";
    private static final String LOOK = """
            k=/etc/kubernetes
            echo begin
            [ ! -e %s ] || echo "marker $(cat %s)"
            [ ! -e $k/kubelet.conf ] || echo "kubelet $(sed -n 's/^ *certificate-authority-data: *//p' $k/kubelet.conf)"
            for file in $k/bootstrap-kubelet.conf $k/pki/ca.crt $k/manifests/*.yaml /var/lib/etcd/member; do
                [ ! -e "$file" ] || echo "left $file"
            done
            echo end""".formatted(MARKER, MARKER);
    private static final String LIVE = "curl --insecure --silent --max-time 5 https://127.0.0.1:6443/livez || true";

    /** Changes nothing. */
    static JoinedDisk look(Guest guest) {
        return of(guest, LOOK);
    }

    /** The same once a kubeadm has ended that a killed hybridlab left at work. */
    static JoinedDisk lookAlone(Guest guest) {
        return of(guest, Guest.END_EARLIER_KUBEADM + LOOK);
    }

    private static JoinedDisk of(Guest guest, String commands) {
        String said = guest.output(commands, "The look for an earlier join");
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

    /** @param node of the machine, as the cluster has it now */
    EarlierJoin judge(Lab lab, Machine machine, Guest guest, LabCluster cluster, Optional<Node> node) {
        boolean through = isMarked(cluster) || !machine.isControlPlane() || node.filter(Node::controlPlane).isPresent()
                // Only a member of etcd's makes it live.
                || kubelet.isPresent() && guest.output(LIVE, "The look at the API server").strip().equals("ok");
        // kubeadm takes the authority from the cluster, where others may have written it in another way.
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
