package org.hybridlab.artifact.bundle;

import java.util.List;

import org.hybridlab.config.model.Addon;
import org.hybridlab.config.model.Os;

/**
 * Components that are wanted together: what every lab needs, what only some ask for, and what hybridlab itself runs.
 *
 * @param id as manifest and command line write it
 * @param os what its files run on
 */
public record Group(String id, Os os) {
    public static final Group LINUX = new Group("linux", Os.LINUX);
    public static final Group WINDOWS = new Group("windows", Os.WINDOWS);
    public static final Group SIMULATION = new Group("simulation", Os.LINUX);
    public static final Group TOOLS = new Group("tools", Os.LINUX);
    public static final Group CHARTS = new Group("charts", Os.LINUX);
    /** Those that this host runs. Their versions are not the release's. */
    public static final List<Group> OF_HOST = List.of(TOOLS, CHARTS);
    /** Those that every bundle has. All others are of addons. */
    public static final List<Group> USUAL = List.of(LINUX, WINDOWS, SIMULATION, TOOLS, CHARTS);

    /** The group that machines of that operating system need. */
    public static Group of(Os os) {
        return os == Os.WINDOWS ? WINDOWS : LINUX;
    }

    /** The programs of an addon. */
    public static Group of(Addon addon) {
        return of(addon.name());
    }

    /** The group of that id, whether a bundle has it or not. */
    public static Group of(String id) {
        return USUAL.stream().filter(group -> group.id().equals(id)).findFirst()
                .orElseGet(() -> new Group(id, Os.LINUX));
    }
}
