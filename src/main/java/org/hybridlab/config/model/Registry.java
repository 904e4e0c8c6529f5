package org.hybridlab.config.model;

import java.util.List;
import java.util.Optional;

/**
 * A registry that containerd on every machine treats in its own way.
 *
 * @param host as image names begin, with a port if it has one, for example {@code docker.io} or {@code 10.9.0.1:5000}
 * @param mirrors URLs that are asked before it, in this order
 * @param plainHttp whether it is spoken to without TLS
 * @param login whom it lets in; empty: anybody
 */
public record Registry(String host, List<String> mirrors, boolean plainHttp, Optional<Login> login) {
    public Registry {
        mirrors = List.copyOf(mirrors);
    }

    /** The URL that images come from if no mirror has them. */
    public String server() {
        // The name of Docker Hub in images is not its registry's (containerd core/remotes/docker/config/hosts.go).
        return (plainHttp ? "http://" : "https://") + (host.equals("docker.io") ? "registry-1.docker.io" : host);
    }

    /**
     * Its folder below containerd's {@code certs.d}. Windows takes no colon in a name; containerd looks for this form
     * of a port first, on both systems (core/remotes/docker/config/hosts.go, {@code hostDirectory}).
     */
    public String folder() {
        return host.contains(":") ? host.replace(':', '_') + "_" : host;
    }

    /** A user whose password the lab file only points to. */
    public record Login(String username, Password password) {
    }

    /** Where a password is; read when it is needed, and never kept. */
    public sealed interface Password permits FromEnvironment, FromFile {
    }

    /** In an environment variable of the user who calls hybridlab. */
    public record FromEnvironment(String variable) implements Password {
    }

    /** The first line of a file; paths as in {@link ExistingCluster#kubeconfig()}. */
    public record FromFile(String path) implements Password {
    }
}
