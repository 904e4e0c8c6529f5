package org.hybridlab.lab;

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
        return (plainHttp ? "http://" : "https://") + host;
    }

    /** A user whose password the lab file only points to. */
    public record Login(String username, Password password) {
    }

    /** Where a password is; read when it is needed, and never kept. */
    public sealed interface Password permits FromEnvironment, FromFile {
    }

    /** In an environment variable of whoever calls hybridlab. */
    public record FromEnvironment(String variable) implements Password {
    }

    /** The first line of a file; paths as in {@link ExistingCluster#kubeconfig()}. */
    public record FromFile(String path) implements Password {
    }
}
