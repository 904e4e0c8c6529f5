package org.hybridlab.provision.render;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.hybridlab.common.error.LabException;
import org.hybridlab.common.template.Templates;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Registry;

/** containerd's {@code hosts.toml} for each registry, the same on Linux and Windows. */
public final class RegistryFiles {
    private final Lab lab;
    private final Templates templates;
    private final RegistryPasswords passwords;

    public RegistryFiles(Lab lab, Templates templates, RegistryPasswords passwords) {
        this.lab = lab;
        this.templates = templates;
        this.passwords = passwords;
    }

    /** @throws LabException {@code registry-password-missing} (exit 3) */
    public void needPasswords() {
        lab.registries().forEach(passwords::password);
    }

    /** Values that no output may have, as far as they are on this host. */
    public List<String> secrets() {
        List<String> secrets = new ArrayList<>();
        for (Registry registry : lab.registries()) {
            try {
                passwords.password(registry).ifPresent(secrets::add);
                login(registry).ifPresent(secrets::add);
            } catch (LabException e) {
                // A missing value cannot appear in output.
                continue;
            }
        }
        return secrets;
    }

    /** {@code user:password} in base 64. @throws LabException {@code registry-password-missing} (exit 3) */
    public Optional<String> login(Registry registry) {
        return passwords.authorization(registry).map(header -> header.substring("Basic ".length()));
    }

    /** Holds the registry's password, if it has one. */
    public String inMachine(Registry registry) {
        return render(registry, passwords.authorization(registry));
    }

    /** By folder, without passwords: for people, and to detect changes. */
    Map<String, String> readable() {
        Map<String, String> texts = new LinkedHashMap<>();
        lab.registries().forEach(registry -> texts.put(registry.folder(), render(registry, Optional.empty())));
        return texts;
    }

    private String render(Registry registry, Optional<String> authorization) {
        return templates.render("containerd/hosts.toml.ftl",
                Map.of("registry", registry, "authorization", authorization));
    }
}
