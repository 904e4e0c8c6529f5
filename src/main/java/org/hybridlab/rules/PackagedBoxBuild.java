package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

import org.hybridlab.lab.LocalBox;
import org.hybridlab.lab.ProviderName;
import org.hybridlab.lab.WindowsBuild;

/** As {@link BoxOfBuild}, for boxes that carry their build in a note, whatever they are called. */
final class PackagedBoxBuild implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-packaged-build",
                "The Windows in a box of `box package` has the build of the machine.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider();
        List<LocalBox> here = facts.host().boxes().orElse(List.of());
        return provider.isEmpty() ? List.of() : PackagedBoxUse.of(facts).stream()
                .flatMap(use -> judge(use, provider.get(),
                        use.found(here, provider.get()).map(LocalBox::build).orElse(OptionalInt.empty())))
                .toList();
    }

    private Stream<Violation> judge(PackagedBoxUse use, ProviderName provider, OptionalInt packaged) {
        if (packaged.isEmpty() || packaged.getAsInt() == use.build().number()) {
            return Stream.of();
        }
        int there = packaged.getAsInt();
        String title = WindowsBuild.of(Integer.toString(there)).map(WindowsBuild::title).orElse("build " + there);
        return Stream.of(error(use.place(),
                "the box %s of %s was packaged as %s, by the file of the lab that it comes from, and the machine's build is %d"
                        .formatted(use.box(), use.machine(), title, use.build().number()),
                "Write `build: %d`, or take another box: `hybridlab box list --provider %s` shows what each was made of."
                        .formatted(there, provider.word())));
    }
}
