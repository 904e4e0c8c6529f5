package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Defect.warning;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.MIRRORS;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.catalog.KnownBoxes;
import org.hybridlab.config.catalog.UpdateFault;
import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.KnownBox;
import org.hybridlab.config.model.LocalBox;
import org.hybridlab.config.model.Machine;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.model.ProviderName;
import org.hybridlab.config.model.WindowsBuild;
import org.hybridlab.config.model.WindowsSettings;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Numbered;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class BoxBuildRules {
    private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9]+");

    /** The build in the box decides which images run. The build in the file decides which are chosen. */
    public static final Rule BOX_BUILD = Rule.of("box-build",
            "A Windows box that is known, or whose name tells its build, has the build of the machine.",
            Set.of(MACHINES), facts ->
                Numbered.of(facts.lab().machines()).stream().flatMap(one -> otherBuild(one.item()).stream()
                .map(build -> error(Place.machine(one.number(), "box"), "the box of %s is of %s, and its build is not"
                        .formatted(one.item().name(), build.title()),
                        "Write `build: %d`, or take another box.".formatted(build.number())))).toList());

    /** The machine would come up, and its pods would have no network. */
    public static final Rule WINDOWS_BOX_UPDATES = Rule.of("windows-box-updates",
            "The Windows in a known box has no update that breaks the network of pods in the lab's mode.",
            Set.of(MACHINES, NETWORK), BoxBuildRules::windowsBoxUpdates);

    /** Vagrant would look in its public catalogue, which has none of our boxes. */
    public static final Rule BOX_MISSING = Rule.of("box-missing",
            "A box `hybridlab/NAME` that a machine is made of is on this host, for the lab's provider.",
            Set.of(MACHINES, PROVIDER, MIRRORS), BoxBuildRules::boxMissing);

    /** As {@link #BOX_BUILD}, for boxes whose note has the build. */
    public static final Rule BOX_PACKAGED_BUILD = Rule.of("box-packaged-build",
            "The Windows in a box of `box package` has the build of the machine.",
            Set.of(MACHINES, PROVIDER), BoxBuildRules::boxPackagedBuild);

    private BoxBuildRules() {
    }

    private static Optional<WindowsBuild> otherBuild(Machine machine) {
        return machine.windows().flatMap(windows -> machine.box().map(BoxChoice::name).flatMap(BoxBuildRules::buildOf)
                .filter(build -> !build.equals(windows.build())));
    }

    private static Optional<WindowsBuild> buildOf(String box) {
        return KnownBoxes.installed().named(box).flatMap(KnownBox::build).or(() -> buildInName(box));
    }

    private static Optional<WindowsBuild> buildInName(String box) {
        return Stream.of(BETWEEN.split(box)).flatMap(word -> WindowsBuild.of(word).stream()).findFirst();
    }

    private static List<Defect> windowsBoxUpdates(LabFacts facts) {
        String hns = facts.lab().network().mode().traits().hnsType();
        return Numbered.of(facts.lab().machines()).stream().filter(one -> one.item().isWindows())
                .flatMap(one -> faults(one.item(), facts.lab().provider(), hns).map(fault -> warning(
                        Place.machine(one.number(), "box"), "the box of %s holds Windows %s, known to fail with %s (%s)"
                                .formatted(one.item().name(), whole(one.item(), facts.lab().provider()).orElse(""),
                                        fault.what(), fault.source()),
                        "Take another version of it, or patch the machine to %s or later.".formatted(fault.fixed()))))
                .toList();
    }

    private static Stream<UpdateFault> faults(Machine machine, Optional<ProviderName> provider, String hns) {
        return whole(machine, provider).stream().map(whole -> whole.split("\\.")).flatMap(parts ->
                KnownBoxes.installed().faults().stream().filter(fault -> fault.has(Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]), hns)).limit(1));
    }

    private static Optional<String> whole(Machine machine, Optional<ProviderName> provider) {
        KnownBoxes known = KnownBoxes.installed();
        Optional<BoxChoice> box = machine.box().or(() -> provider.flatMap(name ->
                known.of(machine.windows().orElseThrow().build(), name)).map(BoxChoice::of));
        return box.flatMap(choice -> choice.version().flatMap(version -> known.named(choice.name())
                .map(one -> one.builds().getOrDefault(version, "")))).filter(whole -> whole.contains("."));
    }

    private static List<Defect> boxMissing(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider().filter(name -> name.traits().windowsGuests());
        Optional<List<LocalBox>> here = facts.host().boxes();
        if (provider.isEmpty() || here.isEmpty() || comesFromElsewhere(facts.lab().outside())) {
            return List.of();
        }
        return PackagedBoxUse.of(facts).stream().filter(use -> !hasPlace(facts, use))
                .filter(use -> use.found(here.get(), provider.get()).isEmpty())
                .map(use -> missing(use, here.get(), provider.get())).toList();
    }

    /** A place for boxes may hold boxes of hybridlab. */
    private static boolean comesFromElsewhere(Outside outside) {
        return outside.boxUrl().isPresent() || outside.boxMirror().isPresent();
    }

    private static boolean hasPlace(LabFacts facts, PackagedBoxUse use) {
        return facts.lab().machines().get(use.number()).box().flatMap(BoxChoice::url).isPresent();
    }

    private static Defect missing(PackagedBoxUse use, List<LocalBox> here, ProviderName provider) {
        String others = here.stream().filter(box -> box.name().equals(use.box()))
                .map(box -> box.provider().traits().title())
                .collect(Collectors.joining(", "));
        return error(use.place(), "%s is to be made of the box %s, which this host does not have for %s%s".formatted(
                        use.machine(), use.box(), provider.traits().title(), others.isEmpty() ? "" : ", but for "
                        + others),
                use.build().isEmpty() ? "Name another box, or leave `box` out."
                        : boxesHere(here, provider) + " " + adviceFor(use, provider, others.isEmpty()));
    }

    private static String boxesHere(List<LocalBox> here, ProviderName provider) {
        String fit = here.stream().filter(box -> box.provider() == provider && box.build().isPresent())
                .map(LocalBox::name).collect(Collectors.joining(", "));
        return fit.isEmpty() ? "`hybridlab box list --provider %s` shows no such box.".formatted(provider.id())
                : "There are: " + fit + ".";
    }

    /** @param free whether no provider has a box of that name, so one can be packaged under it */
    private static String adviceFor(PackagedBoxUse use, ProviderName provider, boolean free) {
        if (!provider.traits().packages()) {
            return "Add one that you have as a file: vagrant box add --name %s FILE".formatted(use.box());
        }
        return "Make %s of a machine of a lab that is up: hybridlab box package LAB MACHINE --name %s".formatted(
                free ? "it" : "one under another name", free ? use.box().substring(LocalBox.PREFIX.length()) : "NAME");
    }

    private static List<Defect> boxPackagedBuild(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider();
        List<LocalBox> here = facts.host().boxes().orElse(List.of());
        return provider.isEmpty() ? List.of() : PackagedBoxUse.of(facts).stream()
                .flatMap(use -> otherThanPackaged(use, provider.get(),
                        use.found(here, provider.get()).map(LocalBox::build).orElse(OptionalInt.empty())))
                .toList();
    }

    private static Stream<Defect> otherThanPackaged(PackagedBoxUse use, ProviderName provider, OptionalInt packaged) {
        if (packaged.isEmpty() || use.build().filter(build -> build.number() != packaged.getAsInt()).isEmpty()) {
            return Stream.of();
        }
        int there = packaged.getAsInt();
        String title = WindowsBuild.of(Integer.toString(there)).map(WindowsBuild::title).orElse("build " + there);
        return Stream.of(error(use.place(),
                ("the box %s of %s was packaged as %s, by the file of the lab that it comes from, "
                        + "and the machine's build is %d").formatted(use.box(), use.machine(), title,
                        use.build().orElseThrow().number()),
                ("Write `build: %d`, or take another box: "
                        + "`hybridlab box list --provider %s` shows what each was made of.").formatted(there,
                        provider.id())));
    }

    /**
     * A machine to be created from a box of hybridlab. Existing machines need it no more.
     *
     * @param number of the machine, from 0
     * @param build of Windows in the lab file; empty for Linux
     */
    private record PackagedBoxUse(int number, String machine, String box, Optional<WindowsBuild> build) {
        static List<PackagedBoxUse> of(LabFacts facts) {
            return Numbered.of(facts.lab().machines()).stream()
                    .filter(one -> !one.item().isSimulated() && !facts.host().made().contains(one.item().name()))
                    .flatMap(one -> of(one.number(), one.item()).stream()).toList();
        }

        private static Optional<PackagedBoxUse> of(int number, Machine machine) {
            return machine.box().map(BoxChoice::name).filter(box -> box.startsWith(LocalBox.PREFIX))
                    .map(box -> new PackagedBoxUse(number, machine.name(), box,
                            machine.windows().map(WindowsSettings::build)));
        }

        Place place() {
            return Place.machine(number, "box");
        }

        Optional<LocalBox> found(List<LocalBox> here, ProviderName provider) {
            return here.stream().filter(one -> one.name().equals(box) && one.provider() == provider).findFirst();
        }
    }
}
