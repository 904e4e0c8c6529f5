package org.hybridlab.rules;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.hybridlab.lab.LocalBox;
import org.hybridlab.lab.Outside;
import org.hybridlab.lab.ProviderName;

/** Vagrant asks its public catalogue for a box that it does not have, and ours are in none. */
final class PackagedBoxThere implements Rule {
    @Override
    public RuleEntry entry() {
        return new RuleEntry("box-not-here", "A box `hybridlab/NAME` that a Windows machine is made of is on this host, for "
                + "the lab's provider.");
    }

    @Override
    public Set<Section> reads() {
        return Set.of(Section.MACHINES, Section.PROVIDER, Section.OUTSIDE);
    }

    @Override
    public List<Violation> judge(LabFacts facts) {
        Optional<ProviderName> provider = facts.lab().provider().filter(name -> name.traits().windowsGuests());
        Optional<List<LocalBox>> here = facts.host().boxes();
        if (provider.isEmpty() || here.isEmpty() || comesFromElsewhere(facts.lab().outside())) {
            return List.of();
        }
        return PackagedBoxUse.of(facts.lab()).stream()
                .filter(use -> !facts.host().made().contains(use.machine()) && use.found(here.get(), provider.get()).isEmpty())
                .map(use -> missing(use, here.get(), provider.get())).toList();
    }

    /** Somebody who has a place for boxes may have put one of ours there. */
    private static boolean comesFromElsewhere(Outside outside) {
        return outside.boxUrl().isPresent() || outside.boxMirror().isPresent();
    }

    private Violation missing(PackagedBoxUse use, List<LocalBox> here, ProviderName provider) {
        String others = here.stream().filter(box -> box.name().equals(use.box())).map(box -> box.provider().traits().title())
                .collect(Collectors.joining(", "));
        String fit = here.stream().filter(box -> box.provider() == provider && box.build().isPresent())
                .map(LocalBox::name).collect(Collectors.joining(", "));
        return error(use.place(), "%s is to be made of the box %s, which this host does not have for %s%s".formatted(
                        use.machine(), use.box(), provider.traits().title(), others.isEmpty() ? "" : ", but for " + others),
                "%s Make it of a machine of a lab that is up: hybridlab box package LAB MACHINE --name %s".formatted(
                        fit.isEmpty() ? "`hybridlab box list` shows none here." : "There are: " + fit + ".",
                        use.box().substring(LocalBox.PREFIX.length())));
    }
}
