package org.hybridlab.config.rules.machine;

import static org.hybridlab.config.rules.core.Defect.error;
import static org.hybridlab.config.rules.core.Section.MACHINES;
import static org.hybridlab.config.rules.core.Section.MIRRORS;
import static org.hybridlab.config.rules.core.Section.NETWORK;
import static org.hybridlab.config.rules.core.Section.PROVIDER;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.hybridlab.config.model.BoxChoice;
import org.hybridlab.config.model.Outside;
import org.hybridlab.config.rules.core.Defect;
import org.hybridlab.config.rules.core.LabFacts;
import org.hybridlab.config.rules.core.Place;
import org.hybridlab.config.rules.core.Rule;

public final class BoxSourceRules {
    /** A lab's folder is passed on, and a box in it is code that runs on the host. */
    public static final Rule BOX_FILE_UNPINNED = Rule.of("box-file-unpinned",
            "A box out of the lab's own folder has its sum in the lab file.",
            Set.of(MACHINES), facts ->
                BoxUse.of(facts).stream().filter(use -> use.box().isInLabFolder() && use.box().sha256().isEmpty())
                .map(use -> error(use.place("url"), "the box of %s is a file of the lab's folder, and has no sum"
                        .formatted(use.machine().name()), "Add `sha256` with what `sha256sum` prints for the file."))
                .toList());

    /** A box file has no version, so Vagrant would not find one. */
    public static final Rule BOX_VERSION_UNUSED = Rule.of("box-version-unused",
            "A box with a sum is one file and has no version.",
            Set.of(MACHINES), facts -> BoxUse.of(facts).stream()
                .filter(use -> use.box().version().isPresent() && use.box().sha256().isPresent())
                .map(use -> error(use.place("version"),
                        "a box file has no version, and Vagrant would not find this one",
                        "Take `version` out: the sum already says which file it is.")).toList());

    /** Vagrant stores boxes by name, and would ignore the second source. */
    public static final Rule DUPLICATE_BOX_NAME = Rule.of("duplicate-box-name",
            "Boxes of one name come from one place, in one version.",
            Set.of(MACHINES, PROVIDER, NETWORK), BoxSourceRules::duplicateBoxName);

    /** Docker pulls images by name, and would silently ignore the URL. */
    public static final Rule BOX_PLACE_DOCKER = Rule.of("box-place-docker",
            "On docker a box is an image, which has no url.",
            Set.of(MACHINES, PROVIDER), facts ->
                facts.lab().provider().filter(one -> one.traits().boxesAreImages()).isEmpty() ? List.of()
                : BoxUse.of(facts).stream().filter(use -> use.box().url().or(use.box()::version).isPresent())
                .map(use -> error(Place.machine(use.number(), "box"), "on docker the box %s is an image, which docker "
                        .formatted(use.box().name()) + "takes by its name",
                                "Write `box: NAME` or `box: NAME:TAG` alone."))
                .toList());

    public static final Rule BOX_URL_SEVERAL = Rule.of("box-url-several",
            "One box URL serves machines of one kind; others have a `box.url` of their own.",
            Set.of(MIRRORS, MACHINES), BoxSourceRules::boxUrlSeveral);

    /** It would be unclear which one counts. */
    public static final Rule DUPLICATE_BOX_SOURCE = Rule.of("duplicate-box-source",
            "A box comes from a URL or from a mirror, not from both.",
            Set.of(MIRRORS), BoxSourceRules::duplicateBoxSource);

    /** A sum that is never compared only looks safe. */
    public static final Rule BOX_SUM_UNUSED = Rule.of("box-sum-unused", "A box's sum is that of the file at its URL.",
            Set.of(MIRRORS, MACHINES), BoxSourceRules::boxSumUnused);

    /** An attacker on plain HTTP can replace a box, and its Vagrantfile runs on the host. */
    public static final Rule BOX_URL_PLAIN_HTTP = Rule.of("box-url-plain-http",
            "A box that comes over plain HTTP has its sum in the lab file.",
            Set.of(MIRRORS, MACHINES), BoxSourceRules::boxUrlPlainHttp);

    private BoxSourceRules() {
    }

    private static List<Defect> duplicateBoxName(LabFacts facts) {
        return BoxUse.of(facts).stream().flatMap(use -> Stream.concat(
                BoxUse.of(facts).stream().filter(other -> other.number() < use.number()
                        && other.box().name().equals(use.box().name()) && !other.box().equals(use.box()))
                        .map(other -> duplicateBoxName(use, "than " + other.machine().name())),
                BoxUse.byDefault(facts).stream().filter(other -> differs(use.box(), other.box()))
                        .map(other -> duplicateBoxName(use, "than %s, which has hybridlab's choice: %s"
                                .formatted(other.machine().name(), other.box().title())))).limit(1)).toList();
    }

    /** If only one has a version, both get it. */
    private static boolean differs(BoxChoice named, BoxChoice usual) {
        return named.name().equals(usual.name()) && (named.url().isPresent() || named.version().isPresent()
                && usual.version().isPresent() && !named.version().equals(usual.version()));
    }

    private static Defect duplicateBoxName(BoxUse use, String than) {
        return error(Place.machine(use.number(), "box"), "%s has the box %s from another place or in another version %s"
                .formatted(use.machine().name(), use.box().name(), than),
                "Write the same for both, or give one of the boxes another name.");
    }

    private static List<Defect> boxUrlSeveral(LabFacts facts) {
        Set<List<Object>> kinds = facts.lab().machines().stream()
                .filter(machine -> machine.box().flatMap(BoxChoice::url).isEmpty())
                .map(machine -> List.<Object>of(machine.os(), machine.arch(), machine.box().map(BoxChoice::name)))
                .collect(Collectors.toSet());
        boolean fits = kinds.size() <= 1 || facts.lab().outside().boxUrl().isEmpty();
        return fits ? List.of() : List.of(error(Place.of("mirrors", "boxUrl"),
                "one box cannot serve %d kinds of machines".formatted(kinds.size()),
                "Give some of them a place of their own, `box: {name: NAME, url: URL}`, or take mirrors.boxes."));
    }

    private static List<Defect> duplicateBoxSource(LabFacts facts) {
        Outside outside = facts.lab().outside();
        return outside.boxUrl().isEmpty() || outside.boxMirror().isEmpty() ? List.of()
                : List.of(error(Place.of("mirrors", "boxes"),
                        "mirrors.boxUrl already says where the box comes from", "Keep one of the two."));
    }

    private static List<Defect> boxSumUnused(LabFacts facts) {
        Outside outside = facts.lab().outside();
        List<Defect> all = new ArrayList<>(BoxUse.of(facts).stream()
                .filter(use -> use.box().sha256().isPresent() && use.box().url().isEmpty())
                .map(use -> error(use.place("sha256"), "without a url nothing is compared with this sum",
                        "Write where that box file is: `url: URL-OR-PATH`, or take the sum out.")).toList());
        if (outside.boxSha256().isPresent() && outside.boxUrl().isEmpty()) {
            all.add(error(Place.of("mirrors", "boxSha256"),
                "without mirrors.boxUrl nothing is compared with this sum",
                        "Write the URL of that box to mirrors.boxUrl, or take the sum out."));
        }
        return all;
    }

    private static List<Defect> boxUrlPlainHttp(LabFacts facts) {
        Outside outside = facts.lab().outside();
        List<Defect> all = new ArrayList<>(BoxUse.of(facts).stream()
                .filter(use -> isPlain(use.box().url()) && use.box().sha256().isEmpty())
                .map(use -> error(use.place("url"), "anybody on the way can replace a box that comes over plain HTTP",
                        "Take https://, or add `sha256` with what `sha256sum` prints for the box.")).toList());
        if (isPlain(outside.boxUrl()) && outside.boxSha256().isEmpty()) {
            all.add(error(Place.of("mirrors", "boxUrl"),
                "anybody on the way can replace a box that comes over plain HTTP",
                        "Take https://, or add mirrors.boxSha256 with what `sha256sum` prints for the box."));
        }
        return all;
    }

    private static boolean isPlain(Optional<String> url) {
        return url.filter(text -> text.startsWith("http:")).isPresent();
    }
}
