package org.hybridlab.cli.support;

import java.util.Iterator;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.common.error.LabException;
import org.hybridlab.config.catalog.Addons;
import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.KubernetesVersion;
import picocli.CommandLine.Option;

public final class BundleSelection {
    @Option(names = "--kubernetes", paramLabel = "VERSION",
            description = "For example 1.36.3. Without it: the newest that `hybridlab bundle list` shows.")
    private String kubernetes;

    @Option(names = "--group", paramLabel = "GROUP", defaultValue = "linux",
            completionCandidates = Groups.class,
            description = "linux, windows, simulation, tools, charts or an addon. Default: ${DEFAULT-VALUE}.")
    private String group;

    @Option(names = "--arch", paramLabel = "ARCH", description = "amd64 or arm64. Without it: this host's.")
    private Arch arch;

    /** For completion. */
    static final class Groups implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Group.USUAL.stream().map(Group::id), Addons.installed().stream()
                    .filter(addon -> !addon.programs().isEmpty()).map(Addon::name)).iterator();
        }
    }

    public KubernetesVersion kubernetes(Bundles bundles) {
        return kubernetes(kubernetes, bundles);
    }

    /** @param text as given on the command line; null: the newest */
    public static KubernetesVersion kubernetes(String text, Bundles bundles) {
        if (text == null) {
            return bundles.releases().get(0).kubernetes();
        }
        try {
            return KubernetesVersion.parse(text);
        } catch (IllegalArgumentException e) {
            throw LabException.invalid("kubernetes-not-in-bundle", e.getMessage() + ".",
                    "Take one that `hybridlab bundle list` shows.");
        }
    }

    public Group group() {
        return Group.of(StreamSupport.stream(new Groups().spliterator(), false).filter(group::equalsIgnoreCase)
                .findFirst().orElse(group));
    }

    public Arch arch() {
        return Optional.ofNullable(arch).orElseGet(Arch::ofThisHost);
    }
}
