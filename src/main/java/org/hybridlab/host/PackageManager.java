package org.hybridlab.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

import org.hybridlab.common.process.Command;

public enum PackageManager {
    /** Answers yes to every question, so it may not remove packages. */
    APT(Software::debian, List.of("apt-get", "install", "-y", "--no-remove", "--no-install-recommends")),
    DNF(Software::fedora, List.of("dnf", "install", "-y")),
    /** RHEL and its relatives lack some of Fedora's packages. */
    DNF_OF_RHEL(software -> software.fedora().stream().filter(name -> !Software.NOT_IN_RHEL.contains(name)).toList(),
            List.of("dnf", "install", "-y")),
    PACMAN(Software::arch, List.of("pacman", "-S", "--noconfirm")),
    BREW(Software::brew, List.of("brew", "install")),
    WINGET(Software::winget, List.of("winget", "install")),
    NONE(software -> List.of(), List.of());

    private static final Set<String> RHEL_KIN = Set.of("rhel", "centos");

    private final Function<Software, List<String>> packages;
    private final List<String> install;

    PackageManager(Function<Software, List<String>> packages, List<String> install) {
        this.packages = packages;
        this.install = install;
    }

    public static PackageManager of(OperatingSystem system) {
        return switch (system.family()) {
            case MACOS -> BREW;
            case WINDOWS -> WINGET;
            case LINUX -> ofLinux(system.like());
        };
    }

    private static PackageManager ofLinux(Set<String> like) {
        if (like.contains("debian") || like.contains("ubuntu")) {
            return APT;
        }
        if (like.stream().anyMatch(RHEL_KIN::contains)) {
            return DNF_OF_RHEL;
        }
        if (like.contains("fedora")) {
            return DNF;
        }
        return like.contains("arch") ? PACMAN : NONE;
    }

    /** hybridlab runs only apt, and prints the commands of others. */
    public boolean isRunByUs() {
        return this == APT;
    }

    public List<String> packages(Software software) {
        return packages.apply(software);
    }

    public Command install(List<String> names) {
        List<String> words = new ArrayList<>(install);
        names.forEach(name -> words.addAll(List.of(name.split(" "))));
        return Command.of(words);
    }
}
