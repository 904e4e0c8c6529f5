package org.hybridlab.labfile;

import java.util.List;

/** The key {@code registries}. */
final class RegistryShape {
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

    private RegistryShape() {
    }
}
