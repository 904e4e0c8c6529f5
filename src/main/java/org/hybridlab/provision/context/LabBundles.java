package org.hybridlab.provision.context;

import java.nio.file.Path;
import java.util.Optional;

import org.hybridlab.artifact.bundle.Bundle;
import org.hybridlab.artifact.bundle.Bundles;
import org.hybridlab.artifact.bundle.Fetching;
import org.hybridlab.artifact.bundle.Group;
import org.hybridlab.artifact.image.ImageCache;
import org.hybridlab.config.model.Arch;
import org.hybridlab.config.model.Lab;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Os;
import org.hybridlab.engine.plan.StepContext;

/**
 * What a lab needs of the bundle besides its box. To look for something on this host is cheap.
 *
 * @param bundles of all versions
 */
public record LabBundles(Lab lab, Bundles bundles) {
    /** What a step gets shows its lines and its progress, and ends with the step. */
    public static Fetching fetching(StepContext context) {
        return new Fetching(context::line, context::progress, context.cancellation());
    }

    /** The program for this host, where there is one: none for hosts other than Linux. */
    public Optional<Path> kubectl() {
        return isLinux() ? bundles.program("kubectl", lab.kubernetes(), Arch.ofThisHost()) : Optional.empty();
    }

    /** The programs of a Linux machine's own version of Kubernetes; what is missing is fetched first. */
    public Bundle of(Machine machine, Fetching fetching) {
        return bundles.get(machine.kubernetes(), Os.LINUX, machine.arch(), fetching);
    }

    private static boolean isLinux() {
        return System.getProperty("os.name").equals("Linux");
    }

    /** The programs of Windows machines, if all of them are on this host. */
    public Optional<Bundle> windows() {
        return bundles.cached(lab.kubernetes(), Os.WINDOWS, lab.windowsMachines().get(0).arch());
    }

    public void fetchWindows(Fetching fetching) {
        bundles.get(lab.kubernetes(), Os.WINDOWS, lab.windowsMachines().get(0).arch(), fetching);
    }

    /** Images of Windows machines, as far as they are on this host. */
    public ImageCache images() {
        return new ImageCache(bundles.userCache().resolve("images"));
    }

    /** Whether there is a client of registries for this host. */
    public boolean hasImageClient() {
        return isLinux();
    }

    /**
     * The client of registries, fetched first if it is missing. Empty on hosts other than Linux, for which there is
     * none.
     *
     * @throws org.hybridlab.common.error.LabException as {@link Bundles#get}
     */
    public Optional<Path> imageClient(Fetching fetching) {
        return hasImageClient() ? Optional.of(bundles.get(lab.kubernetes(), Group.TOOLS, Arch.ofThisHost(), fetching)
                .file("crane")) : Optional.empty();
    }

    /** What only some labs need, for the first control plane; if it is on this host. */
    public Optional<Bundle> extra(Group group) {
        return bundles.cached(lab.kubernetes(), group, lab.firstNode().arch());
    }

    public void fetchExtra(Group group, Fetching fetching) {
        bundles.get(lab.kubernetes(), group, lab.firstNode().arch(), fetching);
    }
}
