package org.hybridlab.provision.render;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.config.model.Registry;

/** The passwords that a lab file refers to. Read on each use, and kept nowhere. */
public final class RegistryPasswords {
    private static final long LARGEST = 1L << 20;

    private final Path labFolder;
    private final Map<String, String> environment;

    public RegistryPasswords(Path labFolder, Map<String, String> environment) {
        this.labFolder = labFolder;
        this.environment = environment;
    }

    /** Empty for registries without login. @throws LabException {@code registry-password-missing} (exit 3) */
    Optional<String> password(Registry registry) {
        return registry.login().map(login -> {
            String password = login.password() instanceof Registry.FromEnvironment variable
                    ? environment.getOrDefault(variable.variable(), "")
                    : firstLine((Registry.FromFile) login.password());
            if (password.isEmpty()) {
                throw missing(registry, login.password());
            }
            return password;
        });
    }

    /** HTTP basic authentication (RFC 7617). */
    Optional<String> authorization(Registry registry) {
        return password(registry).map(password -> "Basic " + Base64.getEncoder().encodeToString(
                (registry.login().orElseThrow().username() + ":" + password).getBytes(StandardCharsets.UTF_8)));
    }

    private String firstLine(Registry.FromFile file) {
        Path path = HostPath.of(file.path(), labFolder, environment);
        try {
            return Files.isRegularFile(path) && Files.size(path) <= LARGEST
                    ? Files.readString(path).lines().findFirst().orElse("").strip() : "";
        } catch (IOException e) {
            return "";
        }
    }

    private static LabException missing(Registry registry, Registry.Password password) {
        String where = password instanceof Registry.FromEnvironment variable
                ? "environment variable " + variable.variable() : "file " + ((Registry.FromFile) password).path();
        return LabException.hostNotReady("registry-password-missing", "The password for %s is not in the %s."
                .formatted(registry.host(), where), "Put it there, or take the login out of the lab file.");
    }
}
