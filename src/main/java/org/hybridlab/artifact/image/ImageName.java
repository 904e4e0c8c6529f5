package org.hybridlab.artifact.image;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An image by containerd's full name.
 *
 * @param registry for example {@code registry.k8s.io} or {@code 10.9.0.1:5000}; default {@code docker.io}
 * @param repository for example {@code library/nginx}
 */
public record ImageName(String registry, String repository, String tag) {
    private static final Pattern FORM =
            Pattern.compile("([a-z0-9]++([._/-]++[a-z0-9]++)*+)(:([A-Za-z0-9_][A-Za-z0-9_.-]*))?");

    /**
     * @param reference as in manifests
     * @return empty for a digest, whose image on a machine only containerd knows
     */
    public static Optional<ImageName> of(String reference) {
        int slash = reference.indexOf('/');
        String first = slash < 0 ? "" : reference.substring(0, slash);
        boolean named = first.contains(".") || first.contains(":") || first.equals("localhost");
        Matcher rest = FORM.matcher(named ? reference.substring(slash + 1) : reference);
        if (!rest.matches()) {
            return Optional.empty();
        }
        String registry = named ? first : "docker.io";
        boolean official = registry.equals("docker.io") && !rest.group(1).contains("/");
        String repository = (official ? "library/" : "") + rest.group(1);
        return Optional.of(new ImageName(registry, repository, Optional.ofNullable(rest.group(4)).orElse("latest")));
    }

    ImageName in(String otherRegistry) {
        return new ImageName(otherRegistry, repository, tag);
    }

    String flat() {
        return toString().replaceAll("[/:]", "_");
    }

    @Override
    public String toString() {
        return registry + "/" + repository + ":" + tag;
    }
}
