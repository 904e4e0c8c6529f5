package org.hybridlab.steps;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.hybridlab.images.ImageName;
import org.hybridlab.images.Origin;
import org.hybridlab.lab.Lab;
import org.hybridlab.lab.Registry;

/**
 * Where this host asks for an image: where the lab's machines do, in the same order, see {@code hosts.toml}.
 *
 * @param registries for their passwords
 */
record ImageOrigins(Lab lab, RegistryFiles registries) {

    /** Empty if a mirror is reached by a path, which the host's client of registries knows no way for. */
    List<Origin> of(ImageName image) {
        Optional<Registry> own = own(image.registry());
        List<URI> mirrors = own.map(one -> one.mirrors().stream()).orElse(lab.outside().registryMirror().stream())
                .map(URI::create).toList();
        if (mirrors.stream().anyMatch(mirror -> !mirror.getPath().replace("/", "").isEmpty())) {
            return List.of();
        }
        List<Origin> origins = new ArrayList<>();
        mirrors.forEach(one -> origins.add(new Origin(one.getAuthority(), one.getScheme().equals("http"), true)));
        origins.add(new Origin(image.registry(), own.filter(Registry::plainHttp).isPresent(), false));
        return origins;
    }

    /**
     * {@code user:password} in base 64, for a registry that the lab logs in to.
     *
     * @throws org.hybridlab.failure.LabException {@code registry-password-missing} (exit 3)
     */
    Optional<String> login(Origin origin) {
        return origin.mirror() ? Optional.empty() : own(origin.host()).flatMap(registries::login);
    }

    private Optional<Registry> own(String host) {
        return lab.registries().stream().filter(one -> one.host().equals(host)).findFirst();
    }
}
