package org.hybridlab.provision.image;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.artifact.image.ImageName;
import org.hybridlab.artifact.image.Origin;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Registry;
import org.hybridlab.provision.render.RegistryFiles;

/** Where this host requests an image: as the machines do, in the same order, see {@code hosts.toml}. */
record ImageOrigins(Lab lab, RegistryFiles registries) {

    /** Empty for images that the machines pull themselves, see {@link #staysAway}. */
    List<Origin> of(ImageName image) {
        Optional<Registry> own = own(image.registry());
        if (own.filter(ImageOrigins::staysAway).isPresent()) {
            return List.of();
        }
        List<URI> mirrors = own.map(one -> one.mirrors().stream()).orElse(lab.outside().registryMirror().stream())
                .map(URI::create).toList();
        // The client does not support a mirror with a path.
        if (mirrors.stream().anyMatch(mirror -> !mirror.getPath().replace("/", "").isEmpty())) {
            return List.of();
        }
        List<Origin> origins = new ArrayList<>();
        mirrors.forEach(one -> origins.add(new Origin(one.getAuthority(), one.getScheme().equals("http"), true)));
        origins.add(new Origin(image.registry(), own.filter(Registry::plainHttp).isPresent(), false));
        return origins;
    }

    /** {@code user:password} in base 64. Throws {@code registry-password-missing} (exit 3). */
    Optional<String> login(Origin origin) {
        return origin.mirror() ? Optional.empty() : own(origin.host()).flatMap(registries::login);
    }

    /**
     * The client uses plain HTTP for addresses that it considers private (pkg/name of go-containerregistry). It would
     * send a login that the lab file allows for TLS only.
     */
    private static boolean staysAway(Registry registry) {
        String host = registry.host().replaceFirst(":[0-9]+$", "");
        return registry.login().isPresent() && !registry.plainHttp()
                && (host.matches("[0-9.]+|\\[.*]") || host.endsWith("localhost") || host.endsWith(".local"));
    }

    private Optional<Registry> own(String host) {
        return lab.registries().stream().filter(one -> one.host().equals(host)).findFirst();
    }
}
