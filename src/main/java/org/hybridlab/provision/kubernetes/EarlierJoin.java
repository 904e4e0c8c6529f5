package org.hybridlab.provision.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.hybridlab.cluster.api.Node;

/**
 * How far a machine's join came, by its disk and the cluster.
 *
 * @param reason part of a sentence
 * @param ofWorth whether a reset may destroy something that works
 */
public record EarlierJoin(State state, String reason, boolean ofWorth) {
    /** {@code OTHERS}: joined another cluster. {@code UNREGISTERED}: joined, but its node is gone. */
    public enum State { NONE, HALF, OTHERS, UNREGISTERED, JOINED }

    private static final Pattern AUTHORITY = Pattern.compile("certificate-authority-data: *([A-Za-z0-9+/=]*)");

    /**
     * @param kubelet encoded authority of the kubelet's kubeconfig; empty without one
     * @param left whether there is anything else of a join
     * @param through whether the whole join is known to be done
     * @param authority of the cluster
     * @param node present node of the machine
     */
    public static EarlierJoin of(Optional<String> kubelet, boolean left, boolean through, String authority,
                          Optional<Node> node) {
        boolean ready = node.filter(Node::ready).isPresent();
        if (kubelet.isEmpty()) {
            return left ? new EarlierJoin(State.HALF, "an earlier join did not get through", ready)
                    : new EarlierJoin(State.NONE, "it has not joined yet", false);
        }
        // A kubelet of another cluster could not keep its node Ready.
        if (!ready && !decoded(kubelet.get()).equals(plain(authority))) {
            return decoded(kubelet.get()).isEmpty()
                    ? new EarlierJoin(State.HALF, "the kubelet's kubeconfig is damaged", true)
                    : new EarlierJoin(State.OTHERS, "its certificate is of another cluster", true);
        }
        if (!through) {
            return new EarlierJoin(State.HALF, "its join as a control plane did not get through", true);
        }
        return node.isPresent() ? new EarlierJoin(State.JOINED, "its node exists", false)
                : new EarlierJoin(State.UNREGISTERED, "it has joined, but the cluster has no node of it", false);
    }

    /** Encoded authority in a kubeconfig; empty if there is none. */
    public static String authorityIn(String kubeconfig) {
        Matcher matcher = AUTHORITY.matcher(kubeconfig);
        return matcher.find() ? matcher.group(1) : "";
    }

    public boolean mustReset() {
        return state == State.HALF || state == State.OTHERS;
    }

    private static String decoded(String encoded) {
        try {
            return plain(new String(Base64.getDecoder().decode(encoded.strip()), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    private static String plain(String certificate) {
        return certificate.replaceAll("\\s", "");
    }
}
