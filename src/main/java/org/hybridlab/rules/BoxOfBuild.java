package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.hybridlab.lab.BoxChoice;
import org.hybridlab.lab.KnownBox;
import org.hybridlab.lab.KnownBoxes;
import org.hybridlab.lab.Machine;
import org.hybridlab.lab.WindowsBuild;

/** What the box is decides which images run; what the file says decides which are chosen. */
final class BoxOfBuild implements Rule {
    private static final Pattern BETWEEN = Pattern.compile("[^A-Za-z0-9]+");

    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-build",
                "A Windows box that is known, or whose name tells its build, has the build of the machine.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        return Numbered.of(facts.lab().machines()).stream().flatMap(one -> other(one.item()).stream()
                .map(build -> error(Place.machine(one.number(), "box"), "the box of %s is of %s, and its build is not"
                        .formatted(one.item().name(), build.title()),
                        "Write `build: %d`, or take another box.".formatted(build.number())))).toList();
    }

    /** The build of the box, if it is not the machine's. */
    private static Optional<WindowsBuild> other(Machine machine) {
        return machine.windows().flatMap(windows -> machine.box().map(BoxChoice::name).flatMap(BoxOfBuild::of)
                .filter(build -> !build.equals(windows.build())));
    }

    private static Optional<WindowsBuild> of(String box) {
        return KnownBoxes.installed().named(box).flatMap(KnownBox::build).or(() -> told(box));
    }

    private static Optional<WindowsBuild> told(String box) {
        return Stream.of(BETWEEN.split(box)).flatMap(word -> WindowsBuild.of(word).stream()).findFirst();
    }
}
