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

/** What a lab needs of the bundle besides its box. Lookups on this host are cheap. @param bundles of all versions */
public record LabBundles(Lab lab, Bundles bundles) {
    /** Shows lines and progress in the step. */
    public static Fetching fetching(StepContext context) {
        return new Fetching(context::line, context::progress, context.cancellation());
    }

    /** Empty on hosts other than Linux. */
    public Optional<Path> kubectl() {
        return isLinux() ? bundles.program("kubectl", lab.kubernetes(), Arch.ofThisHost()) : Optional.empty();
    }

    /** For the machine's own version of Kubernetes. Fetches what is missing. */
    public Bundle of(Machine machine, Fetching fetching) {
        return bundles.get(machine.kubernetes(), Os.LINUX, machine.arch(), fetching);
    }

    private static boolean isLinux() {
        return System.getProperty("os.name").equals("Linux");
    }

    /** Empty if any is missing on this host. */
    public Optional<Bundle> windows() {
        return bundles.cached(lab.kubernetes(), Os.WINDOWS, lab.windowsMachines().get(0).arch());
    }

    public void fetchWindows(Fetching fetching) {
        bundles.get(lab.kubernetes(), Os.WINDOWS, lab.windowsMachines().get(0).arch(), fetching);
    }

    public ImageCache images() {
        return new ImageCache(bundles.userCache().resolve("images"));
    }

    public boolean hasImageClient() {
        return isLinux();
    }

    /** Fetches the registry client if missing. Empty on hosts other than Linux. Throws as {@link Bundles#get}. */
    public Optional<Path> imageClient(Fetching fetching) {
        return hasImageClient() ? Optional.of(bundles.get(lab.kubernetes(), Group.TOOLS, Arch.ofThisHost(), fetching)
                .file("crane")) : Optional.empty();
    }

    /** For the first control plane; empty if it is not on this host. */
    public Optional<Bundle> extra(Group group) {
        return bundles.cached(lab.kubernetes(), group, lab.firstNode().arch());
    }

    public void fetchExtra(Group group, Fetching fetching) {
        bundles.get(lab.kubernetes(), group, lab.firstNode().arch(), fetching);
    }
}
