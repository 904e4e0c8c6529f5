package org.hybridlab.config.file.reader;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.config.file.yaml.Part;
import org.hybridlab.config.model.Registry;
import org.hybridlab.config.rules.core.Place;
import org.yaml.snakeyaml.nodes.Node;

final class RegistryReader {
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
