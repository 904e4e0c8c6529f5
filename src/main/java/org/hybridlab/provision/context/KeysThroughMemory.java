package org.hybridlab.provision.context;

/** Copies keys between machines through memory only: they touch no disk of the host, and no log. */
public final class KeysThroughMemory {
    private static final String PACKED = "/run/hybridlab/cluster-keys";

    private KeysThroughMemory() {
    }

    /** @param names of files below {@code /etc/kubernetes/pki}, separated by blanks */
    public static void copy(Guest from, String names, Guest to) {
        unpack(from.output("tar -C /etc/kubernetes/pki -cz %s | base64 -w0".formatted(names),
                "Reading the cluster's keys"), to);
    }

    /** @param packed output of the same command */
    public static void unpack(String packed, Guest to) {
        try {
            to.write(PACKED, packed, "0600");
            to.must("sh", "-c", "mkdir -p /etc/kubernetes/pki && base64 -d %s | tar -C /etc/kubernetes/pki -xz"
                    .formatted(PACKED));
        } finally {
            to.removeSecrets(PACKED);
        }
    }
}
