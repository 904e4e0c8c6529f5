package org.hybridlab.config.file.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.schema.BooleanShape;
import org.hybridlab.config.file.schema.Field;
import org.hybridlab.config.file.schema.Forms;
import org.hybridlab.config.file.schema.ListShape;
import org.hybridlab.config.file.schema.MappingShape;
import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.Registry;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.nodes.Node;

final class RegistryReader {
    private static final MappingShape LOGIN = MappingShape.of("a registry's login",
            Field.required("username", Forms.USERNAME, "User", "Whom the registry knows."),
            Field.optional("passwordEnv", Forms.ENVIRONMENT, "Password's variable",
                    "The environment variable that holds the password, where hybridlab is called.")
                    .examples("LAB_REGISTRY_PASSWORD"),
            Field.optional("passwordFile", Forms.FILE, "Password's file",
                    "The file whose first line is the password, from the lab's folder on.")
                    .examples("~/.config/lab-registry-password"))
            .withOneOf("registry-password", "A registry's password is in an environment variable or in a file.",
                    "passwordEnv", "passwordFile");

    static final ListShape REGISTRIES = ListShape.of(MappingShape.of("a registry",
            Field.required("host", Forms.REGISTRY, "Host", "As image names begin.")
                    .examples("docker.io", "registry.example:5000"),
            Field.optional("mirrors", ListShape.of(Forms.MIRROR, 10), "Mirrors",
                    "What is asked before the registry itself, in this order.")
                    .examples(List.of("https://mirror.example")),
            Field.optional("plainHttp", new BooleanShape(), "Plain HTTP",
                    "Whether the registry is spoken to without TLS.").absent(false),
            Field.optional("login", LOGIN, "Login", "Whom the registry lets in. Without it, anybody.")), 50);

    private RegistryReader() {
    }

    static List<Registry> read(Part lab, Origins origins) {
        List<Registry> registries = new ArrayList<>();
        for (Node item : lab.items("registries")) {
            lab.inner(item).ifPresent(part -> {
                int number = registries.size();
                remember(part, number, origins);
                registries.add(new Registry(part.text("host").orElse(""), part.texts("mirrors"),
                        part.flag("plainHttp").orElse(false), login(part)));
            });
        }
        return registries;
    }

    private static Optional<Registry.Login> login(Part part) {
        return part.part("login").flatMap(login -> password(login)
                .map(password -> new Registry.Login(login.text("username").orElse(""), password)));
    }

    private static Optional<Registry.Password> password(Part login) {
        Optional<Registry.Password> variable = login.text("passwordEnv").map(Registry.FromEnvironment::new);
        return variable.or(() -> login.text("passwordFile").map(Registry.FromFile::new));
    }

    private static void remember(Part part, int number, Origins origins) {
        origins.put(Place.of("registries", number), part.node());
        part.pairs().forEach(
                pair -> origins.put(Place.of("registries", number, Part.name(pair)), pair.getValueNode()));
        List<Node> mirrors = part.items("mirrors");
        for (int i = 0; i < mirrors.size(); i++) {
            origins.put(Place.of("registries", number, "mirrors", i), mirrors.get(i));
        }
    }
}
