package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;

/**
 * containerd's settings for a registry, on every machine.
 *
 * @param host prefix of image names, for example {@code docker.io} or {@code 10.9.0.1:5000}
 * @param mirrors URLs to try first, in this order
 * @param plainHttp without TLS
 * @param login empty: anonymous
 */
public record Registry(String host, List<String> mirrors, boolean plainHttp, Optional<Login> login) {
    /** How people and pods name the registry beside a lab. Machines have a mirror of it. */
    public static final String OF_LAB = "localhost:5001";
    /** Where this host has it. */
    public static final String PUSHED_TO = "127.0.0.1:5001";

    public Registry {
        mirrors = List.copyOf(mirrors);
    }

    /** The registry beside the lab. In each lab's network, the second address is the host. */
    public static Registry ofLab(Cidr machines) {
        return new Registry(OF_LAB, List.of("http://%s:5001".formatted(machines.address(1))), true, Optional.empty());
    }

    /** The URL behind all mirrors. */
    public String server() {
        // Docker Hub's registry has another name than its images (containerd core/remotes/docker/config/hosts.go).
        return (plainHttp ? "http://" : "https://") + (host.equals("docker.io") ? "registry-1.docker.io" : host);
    }

    /**
     * Its folder in containerd's {@code certs.d}. Windows forbids colons in names. containerd looks for this form first
     * on both systems (core/remotes/docker/config/hosts.go, {@code hostDirectory}).
     */
    public String folder() {
        return host.contains(":") ? host.replace(':', '_') + "_" : host;
    }

    /** The lab file holds no password, only its place. */
    public record Login(String username, Password password) {
    }

    /** Where a password is. Read on use, never kept. */
    public sealed interface Password permits FromEnvironment, FromFile {
    }

    public record FromEnvironment(String variable) implements Password {
    }

    /** The first line of a file. Paths are as in {@link ExistingCluster#kubeconfig()}. */
    public record FromFile(String path) implements Password {
    }
}
