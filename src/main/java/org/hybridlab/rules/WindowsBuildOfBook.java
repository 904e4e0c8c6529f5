package org.hybridlab.rules;

import java.util.List;
import java.util.Set;

/** The images of the book's Windows side were made for Windows Server 2019 alone. */
final class WindowsBuildOfBook implements Rule {
    private static final int BOOK = 17_763;

    @Override
    public RuleEntry entry() {
        return new RuleEntry("windows-build-mode",
                "With ch18-classic, Windows machines have the build of the book, 17763.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.NETWORK);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        boolean book = facts.lab().network().mode().traits().legacy();
        return !book ? List.of() : Numbered.of(facts.lab().machines()).stream()
                .flatMap(one -> one.item().windows().stream().map(windows -> windows.build())
                        .filter(build -> build.canBeNode() && build.number() != BOOK)
                        .map(build -> error(Place.machine(one.number(), "build"),
                                "the book's images do not run on %s of %s".formatted(build.title(), one.item().name()),
                                "Write `build: 1809`."))).toList();
    }
}
